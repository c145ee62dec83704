#!/bin/sh
# Builds programs that others wrote with `upcc` as the C compiler, through their own builds, and
# runs their own checks:
#
#   tests/world/run.sh [zlib] [lua] [sqlite]
#
# The sources are Debian's source packages, fetched and verified by apt-get with lists of its own,
# so the system's stay as they are. Each program is built twice, with the C compiler (CC, or else
# cc) and with upcc, and upcc may not warn about a line that the C compiler does not warn about.
# Everything lies in $WORLD (default build/world); what was fetched there is used again.
# WORLD_SUITE=DISTRIBUTION: where the packages are taken from (default: bookworm). The last line
# counts.
set -u

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
: "${UPCC:=$root/build/bin/upcc}" "${CC:=cc}" "${JOBS:=2}" "${WORLD:=$root/build/world}" \
    "${WORLD_SUITE:=bookworm}"
mkdir -p "$WORLD/fetched" || exit 1
WORLD=$(cd "$WORLD" && pwd)
export UPCC JOBS
passed=0 failed=0 skipped=0
# shellcheck source=tests/world/sources.sh
. "$here/sources.sh"

# build PACKAGE NAME COMPILER: the log is $WORLD/NAME.log.
build() {
    directory=$WORLD/$2
    {
        unpack "$1" "$directory" && cd "$directory" && CC=$3 "$here/$1.sh"
    } >"$WORLD/$2.log" 2>&1
}

# The places of a log's warnings: file, line and name. What stands in one column stands in another
# once macros are expanded.
warnings() {
    sed -nE 's,^.*/?([^/ ]+:[0-9]+):[0-9]+: warning: .*(\[-W[^]]*\])$,\1 \2,p' "$1" | sort -u
}

verdict() { # verdict NAME STATUS WHAT
    if [ "$2" = 0 ]; then
        passed=$((passed + 1))
        echo "ok     $1: $3"
    else
        failed=$((failed + 1))
        echo "FAILED $1: $3"
    fi
}

# program PACKAGE: both builds, both checks, and what was said.
program() {
    case $1 in lua) package=lua5.4 ;; sqlite) package=sqlite3 ;; *) package=$1 ;; esac
    if ! fetch "$package" >"$WORLD/fetch.log" 2>&1; then
        skipped=$((skipped + 1))
        echo "skipped $1: no source package $package of $WORLD_SUITE ($WORLD/fetch.log says why)"
        return
    fi
    build "$package" "$1.cc" "$CC"
    verdict "$1" $? "with $CC: $WORLD/$1.cc.log"
    build "$package" "$1.upcc" "$UPCC"
    verdict "$1" $? "with upcc: $WORLD/$1.upcc.log"
    warnings "$WORLD/$1.cc.log" >"$WORLD/$1.cc.warnings"
    warnings "$WORLD/$1.upcc.log" >"$WORLD/$1.upcc.warnings"
    comm -13 "$WORLD/$1.cc.warnings" "$WORLD/$1.upcc.warnings" >"$WORLD/$1.new"
    head -n 20 "$WORLD/$1.new"
    [ ! -s "$WORLD/$1.new" ]
    verdict "$1" $? "no warning that $CC does not give ($(wc -l <"$WORLD/$1.cc.warnings") places)"
    sed -n 's/^== /       /p' "$WORLD/$1.upcc.log"
}

for tool in apt-get dpkg-source cmake tclsh; do
    command -v $tool >/dev/null && continue
    echo "this test needs $tool (Debian: packaging/deps.sh world)" >&2
    exit 1
done
[ $# -gt 0 ] || set -- zlib lua sqlite
for name; do
    case $name in
    zlib | lua | sqlite) program "$name" ;;
    *)
        echo "usage: $0 [zlib] [lua] [sqlite]" >&2
        exit 2
        ;;
    esac
done
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ]
