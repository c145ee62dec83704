# Every tool says what it is, on standard output, with status 0.
for tool in "$UPCC" "$UPCRUN"; do
    "$tool" --version | grep -qi partita
    "$tool" -version >/dev/null
    "$tool" --help | grep -q -- -n
    "$tool" -help >/dev/null
done
