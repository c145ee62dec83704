# The manual pages list every option of --help, and upcrun's every variable of the runtime; groff,
# where it is there, complains of nothing.
man=$(dirname "$(dirname "$UPCC")")/share/man/man1
for tool in upcc upcrun upctune upc-lsp; do
    page=$man/$tool.1
    "$(dirname "$UPCC")/$tool" --help | sed -n 's/^  \(-[^ ]*\).*/\1/p' | sed 's/-/\\-/g' >options
    [ "$(wc -l <options)" -gt 1 ]
    while read -r option; do grep -qF -- ".B \"$option" "$page"; done <options
    ! grep -q '@' "$page"
    if command -v groff >/dev/null; then
        groff -man -Tutf8 -ww -z "$page" 2>warnings
        [ ! -s warnings ]
    fi
done
grep -o '"UPC_[A-Z_]*"' "$ROOT/runtime/src/base/settings.def" | tr -d '"' >settings
[ "$(wc -l <settings)" -gt 20 ]
while read -r name; do grep -qx "\.B $name" "$man/upcrun.1"; done <settings
