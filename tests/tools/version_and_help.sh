# Every tool prints its version and help on standard output, with status 0.
for tool in "$UPCC" "$UPCRUN"; do
    "$tool" --version | grep -qi partita
    "$tool" -version >/dev/null
    "$tool" --help | grep -q -- -n
    "$tool" -help >/dev/null
done
# The files that are read are named where a user looks for them.
"$UPCRUN" --help | grep -q 'PREFIX/etc/upcrun.conf'
"$UPCC" --help | grep -q 'PREFIX/etc/upcc.conf'
