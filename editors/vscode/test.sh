#!/bin/bash
# Tests the extension: upc-lsp with VS Code's own client library under node, and what is in the
# .vsix.
#
#   editors/vscode/test.sh [BUILD]     needs npm, its registry, node and unzip
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
build=$(realpath -m "${1:-$here/../../build}")
[ -x "$build/bin/upc-lsp" ] || {
    echo "there is no $build/bin/upc-lsp: run make first" >&2
    exit 1
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -R "$here/." "$work"
cd "$work"
npm install --quiet --no-audit --no-fund >npm.log 2>&1 || { cat npm.log; exit 1; }
timeout 120 node test.js "$build/bin/upc-lsp"

"$here/package.sh" "$work/partita-upc.vsix" >package.log 2>&1 || { cat package.log; exit 1; }
unzip -l partita-upc.vsix >list
for file in extension.js package.json syntaxes/upc.tmLanguage.json \
    node_modules/vscode-languageclient/package.json; do
    grep -q " extension/$file\$" list || { echo "the .vsix lacks $file" >&2; exit 1; }
done
if grep ' extension/[^/]*\.sh$\| extension/test.js$' list; then
    echo "the .vsix has what only builds and tests it" >&2
    exit 1
fi
node -e 'JSON.parse(require("fs").readFileSync("syntaxes/upc.tmLanguage.json"))'
echo "upc-lsp with VS Code's client library, and the .vsix: ok"
