# Sourced by run: orders in which the two packages come and go, and what may fail meanwhile.
# shellcheck shell=bash disable=SC2154,SC2164 # variables come from there; checks run with -e

version() {
    dpkg-deb --field "$deb" Version
}

beside_one() { # beside_one WHEN VERSION_OF_ONE [VERSION]
    check "$1: onecc and one-build are ours" -- ours "${3:-$(version)}"
    check "$1: they run ONE's drivers and our step" -- pipelines
    check "$1: ONE's own are unchanged, reachable, and find our step" -- one_reachable "$2"
}

# The second version: another number, and a module less.
newer() {
    variant newer "sed -i 's/^Version: .*/Version: 99.1/' DEBIAN/control
        sed -i 's/^VERSION = .*/VERSION = \"99.1\"/' usr/share/one-resize/onelib/version.py
        rm usr/share/one-resize/onelib/export_constant.py"
}

without_one() {
    check 'alone: it installs' -- dpkg_ -i "$deb"
    check 'alone: every file is as it was packed' -- as_packed one-resize
    check 'alone: the module can be imported, onelib cannot' -- no_onelib
    check 'alone: one-resize resizes' -- resize one-resize
    check 'alone: circle-resizer resizes' -- by_resizer
    check 'alone: onecc resize resizes' -- resize onecc resize
    check 'alone: so does the driver that a step runner starts' -- \
        by_step /usr/share/one/bin/one-resize
    check 'alone: with an empty environment too' -- \
        by_step env -i /usr/share/one/bin/one-resize
    check 'alone: completions load' -- completes
    check 'alone: the C++ library installs beside it' -- dpkg_ -i "$dev"
    check 'alone: debian/tests pass' -- autopkgtests
    check 'alone: the C++ library can be purged' -- dpkg_ --purge libcircle-resizer-dev
    # as root leaves it behind who runs the commands with another Python
    touch /usr/share/one-resize/onelib/__pycache__/find.cpython-399.pyc \
        /usr/lib/python3/dist-packages/circle_resizer/__pycache__/dim.cpython-399.pyc
    check 'alone: it can be removed' -- dpkg_ --remove one-resize
    check 'alone: removed, it leaves no command' -- refused command -v onecc
    check 'alone: it can be purged' -- dpkg_ --purge one-resize
    check 'alone: purged, it leaves nothing' -- unchanged "$work/empty"
}

one_first() {
    local second
    second=$(newer)
    check 'ONE first: the stand-in installs' -- dpkg_ -i "$one"
    snapshot "$work/one"
    check 'ONE first: it installs' -- dpkg_ -i "$deb"
    beside_one 'ONE first' 1.30.0
    check "ONE first: our commands never import ONE's onelib" -- in_hostile_place
    snapshot "$work/both"
    check 'reinstalled: it installs' -- dpkg_ -i "$deb"
    check 'reinstalled: nothing changes' -- same_names "$work/both"
    check 'upgraded: it installs' -- dpkg_ -i "$second"
    beside_one 'upgraded' 1.30.0 99.1
    check 'upgraded: a module that is gone leaves no bytecode' -- \
        refused grep -q export_constant < <(find /usr/share/one-resize)
    check 'removed: it can be removed' -- dpkg_ --remove one-resize
    check "removed: onecc and one-build are ONE's again" -- one_back 1.30.0
    check 'purged: it can be purged' -- dpkg_ --purge one-resize
    check 'purged: ONE is as it was' -- unchanged "$work/one"
}

one_last() {
    purge_all > /dev/null
    check 'ONE last: it installs' -- dpkg_ -i "$deb"
    snapshot "$work/ours"
    check 'ONE last: the stand-in installs' -- dpkg_ -i "$one"
    beside_one 'ONE last' 1.30.0
    check 'ONE upgraded: it installs' -- dpkg_ -i "$newer_one"
    beside_one 'ONE upgraded' 1.31.0
    check 'ONE purged: it can be purged' -- dpkg_ --purge one-compiler
    check 'ONE purged: we are as we were' -- unchanged "$work/ours"
    check 'ONE back: it installs' -- dpkg_ -i "$one"
    beside_one 'ONE back' 1.30.0
    check 'purged at once: it can be purged' -- dpkg_ --purge one-resize
    check "purged at once: onecc and one-build are ONE's again" -- one_back 1.30.0
    check 'purged at once: ONE is as if we had never been there' -- same_names "$work/one"
}

one_with_resizer() { # ONE is installed without a resizer, and we are not
    local first='a ONE with a resizer, first' last='a ONE with a resizer, last'
    check "$last: it installs" -- dpkg_ -i "$deb"
    check "$last: ONE is upgraded to it" -- dpkg_ -i "$one_resizing"
    beside_one "$last" 1.32.0
    check "$last: its resizers have another name" -- resizers_reachable 1.32.0
    check "$last: our one-resize resizes" -- resize one-resize
    check "$last: ONE is upgraded to one without" -- dpkg_ -i --force-downgrade "$one"
    beside_one "$last" 1.30.0
    check "$last: and back" -- dpkg_ -i "$one_resizing"
    check "$last: it can be purged" -- dpkg_ --purge one-resize
    check "$last: all commands are ONE's again" -- resizers_back 1.32.0
    dpkg_ --purge one-compiler > /dev/null
    check "$first: it installs" -- dpkg_ -i "$one_resizing"
    snapshot "$work/resizing"
    check "$first: we install" -- dpkg_ -i "$deb"
    beside_one "$first" 1.32.0
    check "$first: its resizers have another name" -- resizers_reachable 1.32.0
    check "$first: our circle-resizer resizes" -- by_resizer
    check "$first: we can be removed" -- dpkg_ --remove one-resize
    check "$first: all commands are ONE's again" -- resizers_back 1.32.0
    check "$first: we can be purged" -- dpkg_ --purge one-resize
    check "$first: ONE is as it was" -- unchanged "$work/resizing"
    check "$first: ONE without a resizer installs" -- dpkg_ -i --force-downgrade "$one"
}

# same_names SNAPSHOT: as unchanged, but files may have been unpacked again
same_names() {
    snapshot "$work/now"
    diff <(sed 's/ [0-9]*\.[0-9]*$//' "$1") <(sed 's/ [0-9]*\.[0-9]*$//' "$work/now")
}

what_fails() { # ONE is installed and we are not
    local bad
    snapshot "$work/one"
    bad=$(build_blocker /usr/share/zsh/vendor-completions/_one-resize)
    dpkg_ -i "$bad" > /dev/null
    snapshot "$work/blocked"
    check 'a file in the way: the installation fails' -- refused dpkg_ -i "$deb"
    check 'a file in the way: nothing has changed' -- unchanged "$work/blocked"
    dpkg_ --purge one-blocker > /dev/null

    bad=$(variant failing-preinst "echo 'exit 1' >> DEBIAN/preinst")
    check 'a preinst that fails: the installation fails' -- refused dpkg_ -i "$bad"
    check 'a preinst that fails: nothing has changed' -- unchanged "$work/one"

    dpkg-divert --quiet --local --no-rename --divert /usr/bin/one-build.mine --add /usr/bin/one-build
    snapshot "$work/diverted"
    check 'a diversion of somebody else: the installation fails' -- refused dpkg_ -i "$deb"
    check 'a diversion of somebody else: nothing has changed' -- unchanged "$work/diverted"
    dpkg-divert --quiet --local --no-rename --remove /usr/bin/one-build

    dpkg_ -i "$deb" > /dev/null
    snapshot "$work/both"
    bad=$(variant failing-upgrade "sed -i 's/^Version: .*/Version: 99.2/' DEBIAN/control
        echo 'exit 1' >> DEBIAN/preinst")
    check 'an upgrade whose preinst fails: it fails' -- refused dpkg_ -i "$bad"
    check 'an upgrade whose preinst fails: nothing has changed' -- unchanged "$work/both"
    bad=$(variant clashing-upgrade "sed -i 's/^Version: .*/Version: 99.3/' DEBIAN/control
        echo ours > usr/share/one/bin/one-optimize")
    check 'an upgrade that cannot be unpacked: it fails' -- refused dpkg_ -i "$bad"
    check 'an upgrade that cannot be unpacked: nothing has changed' -- unchanged "$work/both"
    beside_one 'after failed upgrades' 1.30.0

    bad=$(variant failing-postinst "sed -i 's/^Version: .*/Version: 99.4/' DEBIAN/control
        echo 'exit 1' >> DEBIAN/postinst")
    check 'an upgrade whose postinst fails: it fails' -- refused dpkg_ -i "$bad"
    check 'an upgrade whose postinst fails: ONE is still reachable' -- one_reachable 1.30.0
    check 'an upgrade whose postinst fails: it can be purged' -- dpkg_ --purge one-resize
    check 'an upgrade whose postinst fails: ONE is as it was' -- unchanged "$work/one"
}
