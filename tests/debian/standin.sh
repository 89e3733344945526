# Sourced by run: a package one-compiler with the files that ONE's own has, as far as they matter.
# shellcheck shell=bash disable=SC2154,SC2164 # variables come from there; checks run with -e

# build_standin VERSION [resizer]: prints the name of the .deb; with its own one-resize and
# circle-resizer if asked for
build_standin() {
    local tree="$work/one-compiler-$1" bin name
    bin="$tree/usr/share/one/bin"
    mkdir -p "$tree/DEBIAN" "$tree/usr/bin" "$tree/usr/share/man/man1" "$bin/onelib" \
        "$tree/usr/share/one/optimization"
    cat > "$tree/DEBIAN/control" << END
Package: one-compiler
Version: $1
Architecture: all
Maintainer: nobody <nobody@example.org>
Description: stand-in for a test of one-resize
END
    printf '#!/bin/sh\nset -e\nmkdir -p /usr/share/one/bin/venv\n' > "$tree/DEBIAN/postinst"
    cat > "$tree/DEBIAN/prerm" << 'END'
#!/bin/sh
set -e
for name in onecc one-build; do
    update-alternatives --remove $name /usr/share/one/bin/$name
done
END
    cat > "$tree/DEBIAN/postrm" << 'END'
#!/bin/sh
set -e
case "$1" in remove | purge) rm -rf /usr/share/one/bin/venv ;; esac
END
    chmod 755 "$tree"/DEBIAN/post* "$tree"/DEBIAN/prerm

    touch "$bin/onelib/__init__.py"
    echo 'OWNER = "ONE"' > "$bin/onelib/utils.py"
    cat > "$bin/onelib/CfgRunner.py" << 'END'
"""Runs every section that is switched on with the driver of that name, in the order of the cfg."""

import configparser
import subprocess


def run(folder, path):
    cfg = configparser.ConfigParser(inline_comment_prefixes=(";",))
    cfg.optionxform = str
    cfg.read(path)
    for name in cfg["onecc"]:
        if cfg["onecc"].getboolean(name):
            subprocess.run([f"{folder}/{name}", "--config", path, "--section", name], check=True)
END
    for name in onecc one-build; do
        cat > "$bin/$name" << END
#!/usr/bin/python3
import os
import sys

sys.dont_write_bytecode = True
from onelib.CfgRunner import run

print("ONE's own $name $1")
if sys.argv[1:2] == ["-C"]:
    run(os.path.dirname(os.path.realpath(__file__)), sys.argv[2])
END
        ln -s "../share/one/bin/$name" "$tree/usr/bin/$name"
    done
    for name in one-import-tflite one-optimize one-quantize one-pack one-codegen; do
        cat > "$bin/$name" << 'END'
#!/usr/bin/python3
import argparse
import configparser
import os
import shutil
import sys

sys.dont_write_bytecode = True
from onelib.utils import OWNER

parser = argparse.ArgumentParser()
parser.add_argument("--config")
parser.add_argument("--section")
args, _ = parser.parse_known_args()
cfg = configparser.ConfigParser(inline_comment_prefixes=(";",))
cfg.read(args.config)
step = cfg[args.section]
shutil.copyfile(step["input_path"], step["output_path"])
print(os.path.basename(sys.argv[0]), "with onelib of", OWNER)
END
    done
    chmod 755 "$bin"/one*[!b]
    chmod 755 "$bin/onelib"
    printf '[one-optimize]\nfold_cast=True\n' > "$tree/usr/share/one/optimization/O1.cfg"
    local pages=(onecc one-build one-optimize)
    if [ "${2:-}" = resizer ]; then
        for name in one-resize circle-resizer; do
            printf '#!/bin/sh\necho "ONE'"'"'s own %s %s"\n' $name "$1" > "$bin/$name"
            chmod 755 "$bin/$name"
            ln -s "../share/one/bin/$name" "$tree/usr/bin/$name"
            pages+=("$name")
        done
    fi
    for name in "${pages[@]}"; do
        echo ".TH $name 1 \"\" \"ONE's own $1\"" | gzip -9n > "$tree/usr/share/man/man1/$name.1.gz"
    done
    (cd "$tree" && find usr -type f -exec md5sum {} + > DEBIAN/md5sums)
    dpkg-deb --root-owner-group --build "$tree" "$work/one-compiler_$1.deb" > "$work/build.log" 2>&1
    echo "$work/one-compiler_$1.deb"
}

# build_blocker PATH: a package that owns the path, so that ours cannot be unpacked
build_blocker() {
    local tree="$work/one-blocker"
    mkdir -p "$tree/DEBIAN" "$tree$(dirname "$1")"
    printf 'Package: one-blocker\nVersion: 1\nArchitecture: all\nMaintainer: nobody <nobody@example.org>
Description: stand-in for a test of one-resize\n' > "$tree/DEBIAN/control"
    echo 'in the way' > "$tree$1"
    dpkg-deb --root-owner-group --build "$tree" "$work/one-blocker.deb" > "$work/build.log" 2>&1
    echo "$work/one-blocker.deb"
}

# variant NAME COMMAND: our package with the command run in its tree; prints the name of the .deb
variant() {
    local tree="$work/variant-$1"
    dpkg-deb --raw-extract "$deb" "$tree"
    (cd "$tree" && eval "$2")
    dpkg-deb --root-owner-group --build "$tree" "$work/$1.deb" > "$work/build.log" 2>&1
    echo "$work/$1.deb"
}
