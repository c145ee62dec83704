#!/bin/sh
# The Debian package has what it says, and its tree passes the tests of an installed one.
#
#   tests/deb.sh [FILTER...]
set -eu

cd "$(dirname "$0")/.."
: "${BUILD:=build}"
command -v dpkg-deb >/dev/null || { echo "skipped: there is no dpkg-deb"; exit 0; }
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
package=$(packaging/deb.sh "$BUILD" | tail -n 1)
dpkg-deb --info "$package" | grep -q '^ Package: partita$'
dpkg-deb --contents "$package" >"$place/contents"
for file in ./usr/bin/upcc ./usr/bin/upcrun ./usr/share/man/man1/upcc.1.gz \
    ./usr/include/partita/upc.h; do
    grep -q " $file\$" "$place/contents" || { echo "$package lacks $file"; exit 1; }
done
if grep -v ' root/root ' "$place/contents"; then exit 1; fi # of another owner
dpkg-deb --extract "$package" "$place/root"
tests/installcheck.sh "$place/root/usr/bin" "$@"
