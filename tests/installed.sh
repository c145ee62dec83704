#!/bin/sh
# Installs the built tree under a name with a blank, moves it, uses it as a user and a build system
# would, and uninstalls it.
set -eu

cd "$(dirname "$0")/.."
root=$PWD
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
umask 077
left=build/share/partita/gdb/__pycache__ # as by a gdb that ran here; not installed
mkdir -p $left
echo "$root/" >$left/left.pyc
make --no-print-directory install PREFIX="$place/a tree" >/dev/null
[ -z "$(find "$place/a tree" -mindepth 1 ! -perm -004)" ] # anybody may read all
mv "$place/a tree" "$place/some where"
tree="$place/some where"
cp examples/hello/hello.upc "$place"
cd "$place"
unset UPCC UPCRUN
"$tree/bin/upcc" -o hello hello.upc
"$tree/bin/upcrun" -n 3 ./hello | sort >out
[ "$(wc -l <out)" = 3 ]
grep -q 'Hello from thread 2 of 3' out

# Everything that the documents refer to exists.
cd "$tree/share/doc/partita"
for document in *.md docs/*.md bench/*.md; do
    grep -o '](\([^)#:]*\)[^):]*)' "$document" | sed 's/^](\([^)#]*\).*/\1/' |
        while read -r target; do
        [ -z "$target" ] || [ -e "$(dirname "$document")/$target" ] || {
            echo "$document: there is no $target"
            exit 1
        }
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

# A distribution's folders for headers and libraries: build systems find them too.
cd "$root"
folders="LIBDIR=lib/some-linux-gnu INCLUDEDIR=include/partita"
folders="$folders MANDIR=$place/man DOCDIR=share/doc/other"
# shellcheck disable=SC2086 # a list of words
make --no-print-directory install PREFIX="$place/dist" $folders >/dev/null
tree=$place/dist
[ -e "$tree/lib/some-linux-gnu/libupcr.a" ]
[ ! -e "$tree/lib/libupcr.a" ]
[ -e "$place/man/man1/upcc.1" ]
[ -e "$tree/share/doc/other/README.md" ]
[ -e "$tree/include/partita/upc.h" ]
[ "$(cd "$tree" && echo *)" = 'bin include lib share' ]
cd "$place"
"$tree/bin/upcc" -g -o hello hello.upc
"$tree/bin/upcrun" -n 2 ./hello | grep -q 'Hello from thread 1 of 2'
"$tree/bin/upctune" --help >/dev/null
if command -v pkg-config >/dev/null; then
    PKG_CONFIG_PATH="$tree/lib/some-linux-gnu/pkgconfig"
    eval "upcc=$(pkg-config --variable=upcc partita)"
    [ "$(realpath "$upcc")" = "$(realpath "$tree/bin/upcc")" ]
    [ -e "$(realpath "$(pkg-config --variable=includedir partita)")/upc.h" ]
fi
if command -v cmake >/dev/null; then
    mkdir project
    cp hello.upc project
    printf '%s\n' 'cmake_minimum_required(VERSION 3.20)' 'project(hello LANGUAGES C)' \
        'find_package(Partita REQUIRED)' \
        'enable_language(UPC)' 'add_executable(hello hello.upc)' >project/CMakeLists.txt
    cmake -S project -B project/build -DPartita_DIR="$tree/lib/some-linux-gnu/cmake/Partita" >log \
        2>&1 || {
        cat log
        exit 1
    }
    cmake --build project/build >log 2>&1 || { cat log; exit 1; }
    grep -q "$tree/bin/upcc" project/build/CMakeCache.txt
fi

# Nothing names the machine that built it, and the tools have no symbols.
if command -v strings >/dev/null && command -v readelf >/dev/null; then
    folders_in() {
        find "$@" -type f -exec strings -a {} + |
            grep -F -e "$root/" -e "${CARGO_HOME:-$HOME/.cargo}/" || true
    }
    [ -z "$(folders_in "$tree" | head -n 3)" ]
    [ -z "$(folders_in hello | head -n 3)" ]
    [ -z "$(readelf -S "$tree/bin/upcc" | grep -e '\.symtab' -e '\.debug_info')" ]
    # The rest is useful: lines of the runtime, with names for which a debugger can be given a
    # folder.
    readelf --debug-dump=info hello 2>/dev/null |
        grep 'DW_AT_name.*partita/runtime/src/boot/' >/dev/null
fi
cd "$root"
# shellcheck disable=SC2086
make --no-print-directory uninstall PREFIX="$place/dist" $folders
[ -z "$(find "$place/dist" "$place/man" ! -type d 2>/dev/null)" ]

# Packages are made below DESTDIR; a folder with a file of somebody else's stays.
make --no-print-directory install DESTDIR="$place/package" PREFIX=/usr >/dev/null
touch "$place/package/usr/lib/other"
make --no-print-directory uninstall DESTDIR="$place/package" PREFIX=/usr
[ "$(cd "$place/package" && find . ! -type d)" = ./usr/lib/other ]
[ ! -e "$place/package/usr/share" ]
