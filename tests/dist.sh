#!/bin/bash
# `make dist` makes a tarball that is the same for the same sources, has nothing that is built, and
# builds and tests by itself.
#
#   tests/dist.sh [TEST]      TEST: the programs that are run from it (default: 6.6.1)
set -eu

cd "$(dirname "$0")/.."
: "${BUILD:=build}"
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
make --no-print-directory dist BUILD="$BUILD" >/dev/null
tarball=$(echo "$BUILD"/partita-*.tar.gz)
cp "$tarball" "$place/first.tar.gz"
make --no-print-directory dist BUILD="$BUILD" >/dev/null
cmp "$tarball" "$place/first.tar.gz"

tar -C "$place" -xzf "$tarball"
cd "$place"/partita-*/
for file in Makefile Cargo.lock README.md LICENSE .ci/run tests/run examples; do
    [ -e "$file" ]
done
[ -z "$(find . -name .git -o -name target -o -name '*.o')" ]
[ ! -e build ]
[ -z "$(find . -type f -size +4M)" ]
export CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-$place/target}"
export CCACHE_BASEDIR=$PWD # where ccache compiles
unset UPCC UPCRUN
# The runtime for ThreadSanitizer is the same sources once more. Profile and flags are those of
# tests: with the target folder of a checkout that has run them, crates of others are built already.
make --no-print-directory REMAP= PROFILE=dev CMAKE_FLAGS=-DUPCR_HAS_TSAN=OFF >"$place/log" 2>&1 ||
    { tail -n 50 "$place/log"; exit 1; }
build/bin/upcc -o "$place/hello" examples/hello/hello.upc
build/bin/upcrun -n 2 "$place/hello" | grep -q 'Hello from thread 1 of 2'
ctest --test-dir build/cmake -R unit --output-on-failure >"$place/log" || {
    cat "$place/log"
    exit 1
}
UPCC=$PWD/build/bin/upcc UPCRUN=$PWD/build/bin/upcrun "$(packaging/cargo.sh)" test --quiet \
    --locked --package harness --test upc -- \
    "${1:-6.6.1}" >"$place/log" 2>&1 || { tail -n 50 "$place/log"; exit 1; }
# A tarball of the unpacked one has the same files.
make --no-print-directory dist >/dev/null
diff <(tar -tzf build/partita-*.tar.gz | sort) <(tar -tzf "$place/first.tar.gz" | sort)
