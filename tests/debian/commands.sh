# Sourced by run: what the package holds, and what its commands do.
# shellcheck shell=bash disable=SC2154,SC2164 # variables come from there; checks run with -e

allowed='^/usr/bin/(one-resize|circle-resizer|onecc|one-build)$
^/usr/lib/python3/dist-packages/circle_resizer/
^/usr/lib/python3/dist-packages/one_resize-[0-9.]+\.dist-info/(METADATA|WHEEL)$
^/usr/share/bash-completion/completions/(one-resize|circle-resizer|onecc|one-build)$
^/usr/share/zsh/vendor-completions/_(one-resize|circle-resizer|onecc|one-build)$
^/usr/share/doc/one-resize/
^/usr/share/man/man1/(one-resize|circle-resizer|onecc|one-build)\.1\.gz$
^/usr/share/one/bin/one-resize$
^/usr/share/one-resize/(one-resize|circle-resizer|onecc|one-build|circle_resizer)$
^/usr/share/one-resize/onelib/[A-Za-z_]+\.py$
^/usr/share/python3/runtime\.d/one-resize\.rtupdate$'

files() { # what the package holds, folders left out
    dpkg-deb --fsys-tarfile "$deb" | tar -t | sed 's/^\.//; /\/$/d' | LC_ALL=C sort
}

only_its_places() {
    local line
    files > "$work/files"
    refused grep -vE "$allowed" "$work/files"
    refused grep -E 'test|\.pyc$|__pycache__|\.orig$|~$' "$work/files"
    while read -r line; do
        grep -qE "$line" "$work/files" || { echo "nothing is named $line"; return 1; }
    done <<< "$allowed"
    diff <(committed circle_resizer | sed 's#^#/usr/lib/python3/dist-packages/#') \
        <(grep /dist-packages/circle_resizer/ "$work/files")
    diff <(committed onelib | sed 's#^#/usr/share/one-resize/#') <(grep /onelib/ "$work/files")
}

committed() {
    git -C "$root" ls-tree -r --name-only "$commit" "$1"
}

one_version() {
    local version
    version=$(sed -n 's/^VERSION = "\(.*\)"$/\1/p' "$root/onelib/version.py")
    same "$version" "$(dpkg-parsechangelog -l "$root/debian/changelog" -S Version)"
    same "$version" "$(dpkg-deb --field "$deb" Version)"
    grep -qxF "Version: $version" <(dpkg-deb --fsys-tarfile "$deb" |
        tar -xO --wildcards '*.dist-info/METADATA')
    files | grep -cxF "/usr/lib/python3/dist-packages/one_resize-$version.dist-info/METADATA"
    local page
    for page in $(files | grep '/man1/'); do
        dpkg-deb --fsys-tarfile "$deb" | tar -xO ".$page" | zcat | grep -F " version $version\""
    done
}

dependencies() {
    local names
    names=$(dpkg-deb --field "$deb" Depends | tr ',' '\n' | sed 's/[ :(].*//; s/^ *//' | sort -u)
    dpkg-deb --field "$deb" Depends
    dpkg-deb --field "$deb" Depends | tr ',' '\n' | sed 's/^ *//' |
        refused grep -vE '^python3(-numpy|-flatbuffers|)(:any)?( \(.*\))?$'
}

lintian_is_silent() {
    same '' "$(lintian --allow-root --fail-on error,warning "$work"/built/*.changes 2>&1)"
}

check_package() {
    check 'lintian has nothing to say' -- lintian_is_silent
    check 'the version is the same everywhere' -- one_version
    check 'it depends on python3, python3-numpy and python3-flatbuffers at most' -- dependencies
    check 'it holds what it should, and no more' -- only_its_places
}

# sizes FILE: the input and output shapes in a model, as the installed module reads them
sizes() {
    python3 -c '
import sys
from circle_resizer import CircleModel
model = CircleModel(sys.argv[1])
print(*model.input_shapes(), *model.output_shapes())' "$1"
}

here() { # a folder of its own with a model and a cfg file, for one check
    local folder
    folder=$(mktemp -d -p "$work")
    cp "$root/examples/pipeline/classifier.tflite" "$folder"
    cat > "$folder/a.cfg" << 'END'
[onecc]
one-import-tflite=True
one-resize=True
one-optimize=True

[one-import-tflite]
input_path=classifier.tflite
output_path=in.circle

[one-resize]
input_path=in.circle
output_path=resized.circle
input_shapes=[5,4,4,3]

[one-optimize]
input_path=resized.circle
output_path=out.circle
END
    sed 's/^\[onecc\]/[one-build]/' "$folder/a.cfg" > "$folder/build.cfg"
    cd "$folder" || return 1
}

resize() { # resize COMMAND...: with -i, -o and -s as one-resize has them
    here
    "$@" -i classifier.tflite -o out.circle -s '[3,4,4,3]'
    same '[3, 4, 4, 3] [3, 5]' "$(sizes out.circle)"
}

by_resizer() {
    here
    circle-resizer --input_path classifier.tflite --output_path out.circle \
        --input_shapes '[3,4,4,3]'
    same '[3, 4, 4, 3] [3, 5]' "$(sizes out.circle)"
}

by_step() { # as a stock step runner starts it
    here
    cp classifier.tflite in.circle
    "$@" --config a.cfg --section one-resize
    same '[5, 4, 4, 3] [5, 5]' "$(sizes resized.circle)"
}

in_hostile_place() { # ONE's onelib in the current folder, on PYTHONPATH and on PATH
    here
    export PYTHONPATH=/usr/share/one/bin PATH=/usr/share/one/bin:$PATH
    local folder=$PWD
    ln -s /usr/bin/one-resize linked
    cd /usr/share/one/bin
    for command in /usr/bin/one-resize ./one-resize "python3 ./one-resize" "$folder/linked"; do
        $command -i "$folder/classifier.tflite" -o "$folder/out.circle" -s '[3,4,4,3]'
        same '[3, 4, 4, 3] [3, 5]' "$(sizes "$folder/out.circle")"
        rm "$folder/out.circle"
    done
}

as_packed() {
    same '' "$(dpkg --verify "$1")"
}

no_onelib() {
    cd /
    refused python3 -c 'import onelib'
    python3 -c 'import circle_resizer; print(circle_resizer.__file__)' |
        grep -qx '/usr/lib/python3/dist-packages/circle_resizer/__init__.py'
    python3 -c 'import importlib.metadata as m; print(m.version("one-resize"))'
}

completes() {
    local name
    for name in one-resize circle-resizer onecc one-build; do
        bash -c ". /usr/share/bash-completion/completions/$name && complete -p $name"
        grep -qx "#compdef $name" "/usr/share/zsh/vendor-completions/_$name"
    done
}

autopkgtests() {
    local name
    for name in $(sed -n 's/^Tests: //p' "$root/debian/tests/control" | tr -d ,); do
        (cd /tmp && EXAMPLES=$root/examples "$root/debian/tests/$name")
    done
}

ours() { # both commands are ours: they know the step and end with its shapes
    here
    onecc resize -h | grep -q input_shapes
    onecc -v | grep -qx "onecc version $1"
    one-build -v | grep -qx "one-build version $1"
    one-resize -v | grep -qx "one-resize version $1"
}

pipelines() { # drivers of ONE before and after our step, with their own onelib
    here
    onecc -C a.cfg | tee onecc.txt
    grep -qx 'one-optimize with onelib of ONE' onecc.txt
    same '[5, 4, 4, 3] [5, 5]' "$(sizes out.circle)"
    rm ./*.circle
    one-build -C build.cfg
    same '[5, 4, 4, 3] [5, 5]' "$(sizes out.circle)"
    onecc -h | grep -q -- -O1
}

one_reachable() { # ONE's own commands, files and pages, under their other names
    here
    same "ONE's own onecc $1" "$(onecc.one -v)"
    same "ONE's own one-build $1" "$(one-build.one -v)"
    same "ONE's own onecc $1" "$(/usr/share/one/bin/onecc -v)"
    zcat /usr/share/man/man1/onecc.one.1.gz | grep -q "ONE's own $1"
    as_packed one-compiler
    onecc.one -C a.cfg
    same '[5, 4, 4, 3] [5, 5]' "$(sizes out.circle)"
}

one_back() { # nothing of ours: ONE's own commands have their names again
    same "ONE's own onecc $1" "$(onecc -v)"
    same "ONE's own one-build $1" "$(one-build -v)"
    refused command -v onecc.one
    refused command -v one-resize
    refused grep one-resize /var/lib/dpkg/diversions
}

resizers_reachable() { # ONE's own resizers and their pages under their other names
    local name
    same "ONE's own circle-resizer $1" "$(circle-resizer.one -v)"
    one-resize.one -v | grep '^one-resize version' # a link to the driver, whose name is ours
    for name in one-resize circle-resizer; do
        zcat "/usr/share/man/man1/$name.one.1.gz" | grep -q "ONE's own $1"
        zcat "/usr/share/man/man1/$name.1.gz" | refused grep "ONE's own"
    done
    same "ONE's own one-resize $1" "$(/usr/share/one/bin/one-resize.one -v)"
    as_packed one-compiler
}

resizers_back() { # nothing of ours: all four commands of ONE have their names again
    local name
    for name in onecc one-build one-resize circle-resizer; do
        same "ONE's own $name $1" "$($name -v)"
        zcat "/usr/share/man/man1/$name.1.gz" | grep -q "ONE's own $1"
        refused command -v "$name.one"
    done
    refused grep one-resize /var/lib/dpkg/diversions
}
