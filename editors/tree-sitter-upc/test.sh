#!/bin/bash
# Generates the parser and tests it: the trees of test/corpus, the colours of test/highlight, and
# that it parses every program of the project but those of test/not_parsed.txt.
#
#   editors/tree-sitter-upc/test.sh [BUILD]     needs npm, its registry and a C compiler; without
#                                               `tree-sitter` in PATH cargo builds it (five minutes)
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
build=$(realpath -m "${1:-$root/build}")/tree-sitter
version=0.24.7
if ! command -v tree-sitter >/dev/null; then
    [ -x "$build/bin/tree-sitter" ] ||
        cargo install --quiet --locked --no-default-features --root "$build" \
        "tree-sitter-cli@$version"
    PATH=$PATH:$build/bin
fi
rm -rf "$build/grammar"
mkdir -p "$build/grammar"
cp -R "$here/." "$build/grammar"
cd "$build/grammar"
npm install --ignore-scripts --quiet --no-audit --no-fund
tree-sitter generate
tree-sitter test
cd "$root"
find examples tests/run tests/regress bench -name '*.upc' | sort >"$build/programs"
(cd "$build/grammar" && sed "s|^|$root/|" "$build/programs" | xargs tree-sitter parse --quiet) \
    >"$build/log" || true
known=$here/test/not_parsed.txt
failed=$(grep -E '\((ERROR|MISSING) ' "$build/log" | sed "s|^$root/||" | awk '{ print $1 }')
diff <(grep -v '^#' "$known" | sort) <(sort <<<"$failed") || {
    echo "tree-sitter-upc: < parses now (take it from test/not_parsed.txt), > does not parse" >&2
    exit 1
}
echo "$(wc -l <"$build/programs") programs, $(grep -vc '^#' "$known") known not to parse: ok"
