# Sourced by run and check_dist.sh: one line per check, the closing line, and what is on the disk.
# shellcheck shell=bash disable=SC2154 # $work, $root and $deb come from there

passed=0
failed=0

# check WORDS... -- COMMAND...: whether the command ends with 0; its output only if it does not
check() {
    local name=() code
    while [ "$1" != -- ]; do name+=("$1"); shift; done
    shift
    (set -e -o pipefail; "$@") > "$work/check.log" 2>&1
    code=$? # not in a condition: bash would ignore the -e
    if [ "$code" = 0 ]; then
        passed=$((passed + 1))
        echo "ok      ${name[*]}"
    else
        failed=$((failed + 1))
        echo "FAILED  ${name[*]}"
        tail -n 40 "$work/check.log" | sed 's/^/        /'
    fi
}

closing_line() {
    echo "$passed passed, $failed failed"
    [ "$failed" = 0 ]
}

same() {
    [ "$1" = "$2" ] || { echo "expected: $1"; echo "found:    $2"; return 1; }
}

refused() {
    if "$@"; then echo "should have failed: $*"; return 1; fi
}

# dpkg, as soon as no other program holds its lock; triggers can wait, they only index the pages
dpkg_() {
    for _ in $(seq 60); do
        if dpkg --no-triggers "$@" > "$work/dpkg.log" 2>&1; then cat "$work/dpkg.log"; return 0; fi
        grep -q 'frontend lock\|database lock' "$work/dpkg.log" || break
        sleep 2
    done
    cat "$work/dpkg.log"
    return 1
}

# Every file of the system, with what dpkg knows about diversions and about the packages of the test;
# bytecode only where it could be ours.
snapshot() {
    local ours=() path
    for path in /usr/share/one* /usr/bin/one* /usr/share/man/man1/one* \
        /usr/lib/python3/dist-packages/circle_resizer; do
        if [ -e "$path" ]; then ours+=("$path"); fi
    done
    {
        find /usr /etc -path /usr/local -prune -o -name __pycache__ -prune -o \
            -type d -printf '%p %y %m %U:%G\n' -o -printf '%p %y %m %U:%G %s %l %T@\n'
        if [ "${#ours[@]}" != 0 ]; then
            find "${ours[@]}" -name '*.pyc' -print -o -type f -exec sha256sum {} +
        fi
        find /var/lib/dpkg/info -name 'one-*' -print
        cat /var/lib/dpkg/diversions
    } | LC_ALL=C sort > "$1"
}

# unchanged SNAPSHOT: nothing has come, gone or changed since
unchanged() {
    snapshot "$work/now"
    diff "$1" "$work/now"
}
