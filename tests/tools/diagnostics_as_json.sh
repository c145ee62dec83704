# Messages as one array of gcc's JSON: upcc's own, the C compiler's and the preprocessor's.
echo '#include <upc.h>
shared int x;
int main(void) { if (MYTHREAD == 0) upc_barrier; int *p = &x; return 0; }' >a.upc
! "$UPCC" -c -fdiagnostics-format=json a.upc 2>err
head -c 9 err | grep -q '^\[{"kind":'
grep -q '"kind":"warning".*"option":"-Wupc-collective-in-branch"' err
grep -q '"kind":"error","message":".shared int \*. cannot\|"kind":"error","message":".int \*. cannot be initialized' err
grep -q '"caret":{"file":"a.upc","line":3,"display-column":59,"byte-column":59,"column":59},"finish"' err
grep -q '"children":\[{"kind":"note","message":"help: ' err
tail -n 1 err | grep -q '}\]$'
echo '#include <upc.h>
#warning "careful"
int f(void) { return MYTHREAD; }
int g(void) { int unused; return 0; }' >b.upc
"$UPCC" -c -Wall -fdiagnostics-format=json b.upc 2>err
grep -q '"message":"#warning .*"option":"-Wcpp"\|"message":"\\"careful\\""' err
grep -q '"option":"-Wunused-variable"' err
echo 'int main(void) { return 0; }' >c.upc
"$UPCC" -c -fdiagnostics-format=json c.upc 2>err
test "$(cat err)" = '[]'
! "$UPCC" -c -fdiagnostics-format=crayon c.upc 2>err
grep -q "'json'" err
