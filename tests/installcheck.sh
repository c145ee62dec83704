#!/bin/bash
# Tests an installed tree with this checkout's examples and programs: what a package's own test
# runs.
#
#   tests/installcheck.sh BINDIR [FILTER...]     FILTER: of the harness (default: examples 6.4.2)
set -euo pipefail

cd "$(dirname "$0")/.."
bin=$(realpath "$1")
shift
[ $# -gt 0 ] || set -- examples 6.4.2
[ -x "$bin/upcc" ] || { echo "there is no $bin/upcc" >&2; exit 1; }
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cp examples/hello/hello.upc "$place"
(
    cd "$place"
    "$bin/upcc" -o hello hello.upc
    "$bin/upcrun" -n 3 ./hello | grep 'Hello from thread 2 of 3' >/dev/null
    "$bin/upcrun" -n 3 -nodes 2 ./hello | grep 'Hello from thread 2 of 3' >/dev/null
    "$bin/upcc" -pthreads -g -o hello hello.upc
    "$bin/upcrun" -n 3 -p 3 ./hello | grep 'Hello from thread 2 of 3' >/dev/null
    "$bin/upctune" --help >/dev/null
)
for filter; do
    UPCC=$bin/upcc UPCRUN=$bin/upcrun "$(packaging/cargo.sh)" test --quiet --locked \
        --package harness --test upc -- "$filter" \
        >"$place/log" 2>&1 || { tail -n 50 "$place/log"; exit 1; }
    grep '^test result' "$place/log" | tail -n 1
done
