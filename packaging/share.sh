#!/bin/sh
# Puts into the built tree what is neither a program nor the runtime: manuals, documents and
# examples, what build systems and shells look for, and what the tools read.
#
#   packaging/share.sh BUILD
set -eu

cd "$(dirname "$0")/.."
build=$1
version=$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml)

# put FOLDER FILE...: copies the files to FOLDER, readable by all users
put() {
    folder=$build/$1
    shift
    mkdir -p "$folder"
    install -m 644 "$@" "$folder"
}
# filled FILE.in FOLDER: the same with the version filled in
filled() {
    mkdir -p "$build/$2"
    sed "s/@VERSION@/$version/" "$1" >"$build/$2/$(basename "$1" .in)"
}

# As in the checkout, so that paths in the documents are right.
documents=share/doc/partita
rm -rf "${build:?}/$documents"
put $documents README.md ARCHITECTURE.md CHANGELOG.md CONTRIBUTING.md LICENSE
put $documents/docs docs/*.md docs/*.png
put $documents/docs/pictures docs/pictures/*.svg
put $documents/docs/decisions docs/decisions/*.md
put $documents/bench bench/README.md
for folder in examples/*/ examples/interop/*/; do
    [ "$folder" != examples/interop/ ] || continue # folders alone
    # shellcheck disable=SC2046 # names without blanks
    put "$documents/$folder" $(find "$folder" -maxdepth 1 -type f -not -name demo.sh)
done

for tool in upcc upcrun upctune upc-lsp; do
    mkdir -p "$build/share/man/man1"
    packaging/man.sh "$build/bin/$tool" "$version" <"packaging/man/$tool.1.in" \
        >"$build/share/man/man1/$tool.1"
    [ ! -e "packaging/completions/$tool" ] ||
        put share/bash-completion/completions "packaging/completions/$tool"
done

put share/vim/vimfiles/ftdetect packaging/vim/ftdetect/upc.vim
put share/vim/vimfiles/syntax packaging/vim/syntax/upc.vim

put lib/cmake/Partita packaging/cmake/*.cmake packaging/cmake/CMakeUPCCompiler.cmake.in
filled packaging/cmake/PartitaConfigVersion.cmake.in lib/cmake/Partita
filled packaging/partita.pc.in lib/pkgconfig

put share/partita/gdb runtime/gdb/*.py
put share/partita/tune tune/measure.upc tune/costs.upc
put share/partita/platforms runtime/platforms/*.platform
