#!/bin/sh
# Prints the cargo to build with: CARGO, or the first on the PATH that is new enough, with a version
# in its name or not.
#
#   packaging/cargo.sh            prints the command, or fails with a message
#   packaging/cargo.sh --wanted   prints the oldest version that will do (in Cargo.toml)
set -eu

root=$(dirname "$0")/..
wanted=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' "$root/Cargo.toml")
if [ "${1:-}" = --wanted ]; then
    echo "$wanted"
    exit
fi

# Distributions' cargo has had other version numbers than its compiler: the compiler's counts.
new_enough() {
    rustc=$(echo "$1" | sed 's/cargo\(-[0-9.]*\)\{0,1\}$/rustc\1/')
    command -v "$1" >/dev/null 2>&1 && command -v "$rustc" >/dev/null 2>&1 || return 1
    "$rustc" --version | awk -v wanted="$wanted" '{
        split($2, have, "."); split(wanted, want, ".")
        exit !(have[1] > want[1] || (have[1] == want[1] && have[2] + 0 >= want[2] + 0)) }'
}

if [ -n "${CARGO:-}" ]; then
    echo "$CARGO"
    exit
fi
numbered=$(for path in /usr/bin/cargo-1.*; do basename "$path"; done | grep -E '^cargo-1\.[0-9]+$' |
    sort -t. -k2 -nr || true)
for cargo in cargo "$HOME/.cargo/bin/cargo" $numbered; do
    if new_enough "$cargo"; then
        echo "$cargo"
        exit
    fi
done
echo "no cargo of Rust $wanted or later; 'make deps' installs one, or set CARGO to one" >&2
exit 1
