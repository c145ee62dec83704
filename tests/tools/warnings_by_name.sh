# Warnings about UPC are turned off and made errors one by one, and the page about them has them
# all.
echo '#include <upc.h>
int main(void) { if (MYTHREAD == 0) upc_barrier; return 0; }' >a.upc
"$UPCC" -c a.upc 2>err
grep -q 'warning: .*\[-Wupc-collective-in-branch\]' err
"$UPCC" -c -Wno-upc-collective-in-branch a.upc 2>err
test ! -s err
"$UPCC" -c -w a.upc 2>err
test ! -s err
! "$UPCC" -c -Werror=upc-collective-in-branch a.upc 2>err
grep -q 'error: .*\[-Werror=upc-collective-in-branch\]' err
! "$UPCC" -c -Werror a.upc 2>err
"$UPCC" -c -Werror -Wno-error=upc-collective-in-branch a.upc 2>err
grep -q warning: err
"$UPCC" -c -Wno-upc-collective-in-brunch a.upc 2>err
grep -q "did you mean '-Wno-upc-collective-in-branch'" err
echo '#include <upc.h>
int main(void) { nowhere(MYTHREAD); return 0; }' >b.upc
"$UPCC" -c -Wno-implicit-function-declaration b.upc 2>err
test ! -s err
"$UPCC" --help=warnings | sed -n 's/^  -W\(upc-.*\)/\1/p' >names
sed -n 's/^| `-W\(upc-[^`]*\)`.*/\1/p' "$ROOT/docs/warnings.md" | cmp - names
test -s names
