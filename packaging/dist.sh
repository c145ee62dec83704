#!/bin/bash
# Makes BUILD/partita-VERSION.tar.gz of the sources: git's files as in the working tree, or without
# git all files that are not built. The same sources give the same bytes.
#
#   VENDOR=1 CARGO=... packaging/dist.sh BUILD
#
# VENDOR: with the crates, so that a build needs no network.
set -eu

cd "$(dirname "$0")/.."
build=$1
name=partita-$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml)
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT

sources() {
    if [ -e .git ] && command -v git >/dev/null; then
        git ls-files -z
    else
        find . -path ./build -prune -o -path ./target -prune -o -path "./$build" -prune \
            -o ! -type d -print0
    fi
}
mkdir -p "$place/$name" "$build"
# A file that git knows may be deleted in the working tree.
sources | while IFS= read -r -d '' f; do [ -e "$f" ] && printf '%s\0' "$f"; done |
    tar --null -T - -cf - | tar -C "$place/$name" -xf -
if [ -n "${VENDOR:-}" ]; then
    mkdir -p "$place/$name/.cargo"
    (cd "$place/$name" && ${CARGO:-cargo} vendor --locked --quiet vendor >.cargo/config.toml)
fi
# The time of the last change that git knows; a release's tarball has it in the times of its files.
time=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || stat -c %Y CHANGELOG.md)}
tar -C "$place" --sort=name --mtime="@$time" --owner=0 --group=0 --numeric-owner \
    --mode=u+rw,go+r-w,a+X --format=gnu -cf - "$name" |
    gzip -n -9 >"$build/$name.tar.gz"
echo "$build/$name.tar.gz"
