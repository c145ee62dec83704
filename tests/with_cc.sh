#!/bin/sh
# Compiles and runs programs with other C compilers behind upcc: tests/with_cc.sh clang gcc-11 With
# UPC_TEST_SUITE=1 each compiler takes the harness's programs, a sample of their cases, and those
# that must be rejected.
set -eu

cd "$(dirname "$0")/.."
: "${UPCC:=$PWD/build/bin/upcc}" "${UPCRUN:=$PWD/build/bin/upcrun}"
export UPCC UPCRUN
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
programs='run/6.4.2-arithmetic/against_brute_force run/6.5-qualifiers/element_types
    run/6.5.2-declarators/initialisers run/6.5-qualifiers/compound_assignment
    run/6.5.2-declarators/objects_beyond_4_gib run/7.2.4-locks/counter run/c-dialects/c11
    run/c-dialects/gnu run/c-dialects/c23 run/c-dialects/pragmas regress/names_beyond_ascii
    regress/ranges_of_shared_pointers regress/initialisers_of_rows_of_threads
    regress/products_of_threads'

# option NAME FILE: the options that a program asks for at its head.
option() { sed -n "s|^// $1: ||p" "$2"; }

# few CC: the programs above.
few() {
    for program in $programs; do
        file=tests/$program.upc
        # Older compilers lack some of what it uses.
        case $program in *c23) CC=$1 "$UPCC" -std=gnu2x -w -fsyntax-only -Itests/include "$file" \
            2>/dev/null || continue ;; esac
        modes='-O2 -pthreads'
        case $program in regress/*) modes="$modes -g" ;; esac
        for mode in $modes; do
            # shellcheck disable=SC2046
            CC=$1 "$UPCC" $mode -O2 -w -fupc-verify -Itests/include $(option cflags "$file") \
                -o "$place/program" "$file" \
                $(option libs "$file")
            [ "$("$UPCRUN" -n 3 "$place/program")" = ok ] || {
                echo "$1 $mode: $program failed" >&2
                exit 1
            }
        done
    done
}

suite() {
    for filter in run/ regress/ sema/ syntax/; do
        CC=$1 cargo test --quiet --locked --package harness --test upc -- "$filter"
    done
}

for cc; do
    command -v "$cc" >/dev/null || { echo "$cc is not installed" >&2; exit 1; }
    if [ "${UPC_TEST_SUITE:-0}" = 1 ]; then suite "$cc"; else few "$cc"; fi
    echo "$cc: ok"
done
