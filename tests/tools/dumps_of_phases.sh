# -fupc-dump prints what each phase made of a unit, on standard output, also of a unit with errors;
# -fupc-verify is silent.
cat >a.upc <<'UPC'
#include <upc.h>
shared [4] int a[4 * THREADS];
int main(void) { return a[MYTHREAD]; }
UPC
"$UPCC" -fupc-verify -fupc-dump=tsdbIPVLwivryhnlmgaxjqzucfpoke -c a.upc >all
test "$(grep -c '^=== ' all)" = 30
grep -q '^a.upc:3:25: Ident a$' all
grep -q '(return (index a MYTHREAD))' all
grep -q '^a.upc:3:25: a\[MYTHREAD\]: shared \[4\] int$' all
grep -q 'load \[object 0 + (1 steps + 0) block 4 elem 4\]' all
! grep -q stdio.h all
"$UPCC" -fupc-verify -fsyntax-only a.upc >none 2>&1
test ! -s none
echo 'int main(void) { x = MYTHREAD; }' >wrong.upc
! "$UPCC" -fupc-dump=s -c wrong.upc >tree 2>err
grep -q '(expr (= x MYTHREAD))' tree
! "$UPCC" -fupc-dump=1s -c a.upc 2>err
grep -q 'takes letters of tsdbIPVLwivryhnlmgaxjqzucfpoke' err
"$UPCC" --help | grep -q fupc-dump
