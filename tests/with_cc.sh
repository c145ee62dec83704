#!/bin/sh
# Compiles and runs a few programs with another C compiler behind upcc: tests/with_cc.sh clang
set -eu

cd "$(dirname "$0")/.."
: "${UPCC:=$PWD/build/bin/upcc}" "${UPCRUN:=$PWD/build/bin/upcrun}"
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
for program in tests/run/6.4.2-arithmetic/against_brute_force tests/run/6.5-qualifiers/element_types \
    tests/run/6.5.2-declarators/initialisers tests/run/6.5-qualifiers/compound_assignment tests/run/7.2.4-locks/counter; do
    for mode in "" -pthreads; do
        CC=$1 "$UPCC" $mode -O2 -Itests/include -o "$place/program" $program.upc
        [ "$("$UPCRUN" -n 3 "$place/program")" = ok ] || { echo "$1 $mode: $program failed" >&2; exit 1; }
    done
done
