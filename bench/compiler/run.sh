#!/bin/bash
# Measures the compiler's speed and checks its limits: translation of SQLite and of long units, the
# time of a small program, of a shared access and of the applications; and that C without shared
# data becomes the same machine code as with the C compiler alone.
#
#   bench/compiler/run.sh [translation] [long_units] [hello] [accesses] [applications] [same_code]
#
# `applications` runs only if it is named: its limit is not reached yet.
#
# The exit status is 1 if a limit is broken. The sources of SQLite, Lua and zlib are those of `make
# test-world`, fetched if missing ($WORLD, by default build/world). LINES_PER_SECOND=N: the limit of
# the translation's speed on a slower machine.
set -u

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
: "${UPCC:=$root/build/bin/upcc}" "${CC:=cc}" "${WORLD:=$root/build/world}" \
    "${WORLD_SUITE:=bookworm}"
mkdir -p "$WORLD/fetched" || exit 1
WORLD=$(cd "$WORLD" && pwd)
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
for part in "$root/tests/world/sources.sh" \
    "$here"/{lib,translation,long_units,hello,accesses,applications,same_code}.sh; do
    # shellcheck source=/dev/null
    . "$part"
done

# The folders with the sources, unpacked once.
zlib=$WORLD/zlib.source lua=$WORLD/lua5.4.source sqlite=$WORLD/sqlite3.source

# sources PACKAGE...: fetches them; a missing one fails the benchmark.
sources() {
    local package
    for package; do
        [ -d "$WORLD/$package.source" ] && continue
        { fetch "$package" && unpack "$package" "$WORLD/$package.new" && prepare "$package" &&
            mv "$WORLD/$package.new" "$WORLD/$package.source"; } >"$WORLD/fetch.log" 2>&1 &&
            continue
        echo "no sources of $package: $WORLD/fetch.log says why" >&2
        return 1
    done
}

# prepare PACKAGE: SQLite's amalgamation is made by its makefile.
prepare() {
    rm -rf "$WORLD/$1.source"
    [ "$1" != sqlite3 ] || (cd "$WORLD/$1.new" && ./configure && make sqlite3.c)
}

run() {
    case $1 in
    translation) sources sqlite3 && translation ;;
    long_units) long_units_in_proportion ;;
    hello) hello ;;
    accesses) accesses ;;
    applications) applications ;;
    same_code) sources zlib lua5.4 sqlite3 && same_code ;;
    *) echo "usage: $0 [PART]..., as at the head of this file" >&2; exit 2 ;;
    esac
}

[ $# -gt 0 ] || set -- translation long_units hello accesses same_code
for name; do
    run "$name" || { echo "FAILED $name: not measured"; failed=$((failed + 1)); }
done
echo "$failed failed"
[ "$failed" = 0 ]
