#!/bin/sh
# Makes the extension for VS Code: editors/vscode/package.sh [FILE.vsix]. Needs npm and its
# registry.
set -eu

out=$(realpath -m "${1:-partita-upc.vsix}")
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -R "$here/." "$work"
cd "$work"
npm install --quiet --no-audit --no-fund
npx --no-install vsce package --allow-missing-repository --out "$out"
