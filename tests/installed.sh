#!/bin/sh
# Installs the built tree somewhere else, under a name with a blank, and compiles and runs a program with it.
set -eu

cd "$(dirname "$0")/.."
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
make --no-print-directory install PREFIX="$place/tree" >/dev/null
mv "$place/tree" "$place/some where"
cp examples/hello/hello.upc "$place"
cd "$place"
env -u UPCC -u UPCRUN "$place/some where/bin/upcc" -o hello hello.upc
env -u UPCC -u UPCRUN "$place/some where/bin/upcrun" -n 3 ./hello | sort >out
[ "$(wc -l <out)" = 3 ] && grep -q 'Hello from thread 2 of 3' out
# The executable needs nothing of the tree.
mv "$place/some where" "$place/gone"
UPC_NTHREADS=2 ./hello | grep -q 'Hello from thread 1 of 2'
