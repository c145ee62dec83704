#!/bin/sh
# Copies the built tree to the folders of `make install`'s variables, or removes the copies.
#
#   PREFIX=... BINDIR=... [DESTDIR=...] packaging/install.sh install|uninstall BUILD
#
# The tools find the tree from their own folder: their data are always in BINDIR/../share/partita.
# If headers or libraries are not in BINDIR/../include and BINDIR/../lib, the file `tree` there has
# their folders.
set -eu

umask 022 # all users may read installed files
: "${DESTDIR:=}" "${STRIP:=strip}"
what=$1
build=$2

# below NAME: the folder of a variable, as an absolute path without DESTDIR
below() { case $1 in /*) echo "$1" ;; *) echo "$PREFIX/$1" ;; esac; }
case $PREFIX in /*) ;; *) PREFIX=$PWD/$PREFIX ;; esac
bin=$(below "$BINDIR")
lib=$(below "$LIBDIR")
include=$(below "$INCLUDEDIR")
data=$(below "$DATADIR")
man=$(below "$MANDIR")
doc=$(below "$DOCDIR")
own=$(dirname "$bin")
tree=$own/share/partita

# Lines: folder of the built tree, and its target. A folder within another one comes first.
places() {
    echo "bin:$bin"
    echo "include:$include"
    echo "lib:$lib"
    echo "share/man:$man"
    echo "share/doc/partita:$doc"
    echo "share/partita:$tree"
    echo "share/bash-completion:$data/bash-completion"
    echo "share/vim:$data/vim"
}

# up FROM TO: TO as seen from the folder FROM
up() { realpath -m -s --relative-to="$1" "$2"; }

installed() {
    places | while IFS=: read -r from to; do
        mkdir -p "$DESTDIR$to"
        tar -C "$build/$from" --exclude=__pycache__ --mode=u+rwX,go=rX -cf - . |
            tar -C "$DESTDIR$to" --no-same-owner --no-overwrite-dir -pxf -
    done
    for tool in "$build"/bin/*; do
        # shellcheck disable=SC2086 # STRIP may be a command with options
        $STRIP "$DESTDIR$bin/$(basename "$tool")" ||
            echo "$STRIP failed: the tools keep their debug information" >&2
    done
    # Files that find the tools from the folder of the libraries.
    cmake=$lib/cmake/Partita
    for file in PartitaConfig.cmake CMakeDetermineUPCCompiler.cmake; do
        replaced "$cmake/$file" "/../../../bin/" "/$(up "$cmake" "$bin")/"
    done
    replaced "$lib/pkgconfig/partita.pc" '${pcfiledir}/../..' \
        "\${pcfiledir}/$(up "$lib/pkgconfig" "$own")"
    replaced "$lib/pkgconfig/partita.pc" '${prefix}/include' "\${prefix}/$(up "$own" "$include")"
    replaced "$lib/pkgconfig/partita.pc" '${prefix}/bin' "\${prefix}/$(up "$own" "$bin")"
    rm -f "$DESTDIR$tree/tree"
    if [ "$lib" != "$own/lib" ] || [ "$include" != "$own/include" ]; then
        printf 'include=%s\nlib=%s\n' "$(up "$own" "$include")" "$(up "$own" "$lib")" \
            >"$DESTDIR$tree/tree"
    fi
    echo "Installed in $DESTDIR$PREFIX: $DESTDIR$bin/upcc"
}

# replaced FILE OLD NEW: plain text, in an installed file
replaced() {
    [ "$2" = "$3" ] && return
    OLD=$2 NEW=$3 awk '{
        rest = $0; line = ""
        while ((at = index(rest, ENVIRON["OLD"])) > 0) {
            line = line substr(rest, 1, at - 1) ENVIRON["NEW"]
            rest = substr(rest, at + length(ENVIRON["OLD"]))
        }
        print line rest }' "$DESTDIR$1" >"$DESTDIR$1.new"
    mv "$DESTDIR$1.new" "$DESTDIR$1"
}

# Folders of other programs are not empty, and stay; so do the folders given by the user.
uninstalled() {
    rm -f "$DESTDIR$tree/tree"
    places | while IFS=: read -r from to; do
        (cd "$build/$from" && find . -depth -mindepth 1) | while read -r f; do
            if [ -d "$DESTDIR$to/$f" ]; then
                rmdir "$DESTDIR$to/$f" 2>/dev/null || true
            else
                rm -f "$DESTDIR$to/$f"
            fi
        done
        folder=$to
        while [ "$folder" != "$PREFIX" ] && [ "$folder" != / ] &&
            rmdir "$DESTDIR$folder" 2>/dev/null; do
            folder=$(dirname "$folder")
        done
    done
}

case $what in
install) installed ;;
uninstall) uninstalled ;;
*)
    echo "usage: $0 install|uninstall BUILD" >&2
    exit 2
    ;;
esac
