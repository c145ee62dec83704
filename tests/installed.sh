#!/bin/sh
# Installs the built tree under a name with a blank, moves it, uses it as a user and a build system would, and uninstalls it.
set -eu

cd "$(dirname "$0")/.."
root=$PWD
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
umask 077
make --no-print-directory install PREFIX="$place/a tree" >/dev/null
[ -z "$(find "$place/a tree" -mindepth 1 ! -perm -004)" ] # anybody may read all
mv "$place/a tree" "$place/some where"
tree="$place/some where"
cp examples/hello/hello.upc "$place"
cd "$place"
unset UPCC UPCRUN
"$tree/bin/upcc" -o hello hello.upc
"$tree/bin/upcrun" -n 3 ./hello | sort >out
[ "$(wc -l <out)" = 3 ] && grep -q 'Hello from thread 2 of 3' out

# What the documents refer to is there.
cd "$tree/share/doc/partita"
for document in *.md docs/*.md bench/*.md; do
    grep -o '](\([^)#:]*\)[^):]*)' "$document" | sed 's/^](\([^)#]*\).*/\1/' | while read -r target; do
        [ -z "$target" ] || [ -e "$(dirname "$document")/$target" ] || { echo "$document: there is no $target"; exit 1; }
    done
done

if command -v pkg-config >/dev/null; then
    PKG_CONFIG_PATH="$tree/lib/pkgconfig"
    export PKG_CONFIG_PATH
    pkg-config --validate partita
    eval "upcc=$(pkg-config --variable=upcc partita)" # which is quoted as for a shell
    "$upcc" -version | grep -qF "upcc (Partita) $(pkg-config --modversion partita)"
fi

# The executable needs nothing of the tree.
cd "$place"
mv "$tree" "$place/gone"
UPC_NTHREADS=2 ./hello | grep -q 'Hello from thread 1 of 2'

# Packages are made below DESTDIR; a folder with a file of somebody else's stays.
cd "$root"
make --no-print-directory install DESTDIR="$place/package" PREFIX=/usr >/dev/null
touch "$place/package/usr/lib/other"
make --no-print-directory uninstall DESTDIR="$place/package" PREFIX=/usr
[ "$(cd "$place/package" && find . ! -type d)" = ./usr/lib/other ]
[ ! -e "$place/package/usr/share" ]
