#!/bin/bash
# Tests an installed tree with this checkout's examples and programs: what a package's own test
# runs.
#
#   tests/installcheck.sh BINDIR [FILTER...]     FILTER: of the harness. Default: a sample in every
#                                                mode, a minute; all: every example and program
#
# Modes whose library is not installed are left out, and named.
set -euo pipefail

cd "$(dirname "$0")/.."
root=$PWD
bin=$(realpath "$1")
shift
sample=(examples/{hello,heat2d,kmers} 6.4.1 7.2.3 7.4-collectives/own_blocks tasks/tree)
[ $# -gt 0 ] || set -- "${sample[@]}"
[ "$*" != all ] || set -- examples run/
[ -x "$bin/upcc" ] || { echo "there is no $bin/upcc" >&2; exit 1; }
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cp examples/hello/hello.upc "$place"
cd "$place"
"$bin/upcc" -o hello hello.upc
"$bin/upcrun" -n 3 ./hello | grep 'Hello from thread 2 of 3' >/dev/null
"$bin/upcrun" -n 3 -nodes 2 ./hello | grep 'Hello from thread 2 of 3' >/dev/null
"$bin/upcc" -pthreads -g -o hello hello.upc
"$bin/upcrun" -n 3 -p 3 ./hello | grep 'Hello from thread 2 of 3' >/dev/null
"$bin/upctune" --help >/dev/null

# Jobs load these libraries when they begin.
modes="process pthreads mixed far nodes nodes-mixed"
optional() { # optional MODE OPTION...: tests MODE, unless upcrun says that its library is missing
    if "$bin/upcrun" -n 2 "${@:2}" ./hello >/dev/null 2>why; then
        modes="$modes $1"
    elif grep -qE 'is not installed|cannot be loaded|built without' why; then
        echo "not tested: mode $1: $(cat why)"
    else
        cat why >&2
        exit 1
    fi
}
optional nodes-ofi -nodes 2 -network ofi
optional nodes-ucx -nodes 2 -network ucx
optional sim -sim small
cd "$root"
for filter; do
    UPCC=$bin/upcc UPCRUN=$bin/upcrun UPC_TEST_MODES=${UPC_TEST_MODES:-$modes} \
        "$(packaging/cargo.sh)" test --quiet --locked --package harness --test upc -- "$filter" \
        >"$place/log" 2>&1 || { tail -n 50 "$place/log"; exit 1; }
    grep '^test result' "$place/log" | tail -n 1 | sed "s|^|$filter: |"
done
