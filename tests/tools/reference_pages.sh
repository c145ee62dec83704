# The pages of options, variables and the library are what make reference makes today.
python3 "$ROOT/packaging/reference.py" "$(dirname "$UPCC")" .
for page in options variables library; do
  diff "$ROOT/docs/$page.md" $page.md
done
grep -q '^| `UPC_SHARED_HEAP_SIZE` |' variables.md
grep -q '^### upc_all_gather_all$' library.md
