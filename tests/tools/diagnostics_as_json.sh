# Messages as one array of gcc's JSON: upcc's own, the C compiler's and the preprocessor's.
echo '#include <upc.h>
shared int x;
int main(void) { if (MYTHREAD == 0) upc_barrier; int *p = &x; return 0; }' >a.upc
! "$UPCC" -c -fdiagnostics-format=json a.upc 2>err
head -c 9 err | grep -q '^\[{"kind":'
grep -q '"kind":"warning".*"option":"-Wupc-collective-in-branch"' err
grep -q '"kind":"error","message":".\(shared \)\?int \*. cannot be initialized' err
grep -q \
  '"caret":{"file":"a.upc","line":3,"display-column":59,"byte-column":59,"column":59},"finish"' err
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

# The array has the reason of each failure: the command line, the assembler, the linker, upcc's own
# checks at link.
json() {
  status=0
  "$UPCC" -fdiagnostics-format=json "$@" 2>err || status=$?
  test $status != 0
  tail -n +1 err | tr -d '\n' | grep -q '^\[{.*}\]$'
}
json -c c.upc -fno-such-option
grep -q '"kind":"error","message":"[^"]*fno-such-option' err
json -no-such-option c.upc
grep -q '"kind":"error","message":"unrecognized command-line option .-no-such-option' err
json -c missing.upc
grep -q '"message":"missing.upc: No such file' err
json -T 0 -c c.upc
json
grep -q '"kind":"error","message":"no input files' err
echo '#include <upc.h>
int main(void) {
  __asm__("nosuchinstruction");
  return MYTHREAD;
}' >asm.upc
json -c asm.upc
grep -q '"kind":"error","message":"[^"]*nosuchinstruction' err
echo 'int nowhere(int);
int main(void) { return nowhere(MYTHREAD); }' >undefined.upc
json undefined.upc -o undefined
grep -q '"kind":"error","message":"[^"]*undefined [^"]*nowhere' err
json c.upc -o c -lnosuchlibrary
grep -q '"kind":"error","message":"[^"]*nosuchlibrary' err
"$UPCC" -T 2 -c c.upc -o two.o
echo 'int f(void) { return 0; }
shared int x[THREADS];' >f.upc
"$UPCC" -T 3 -c f.upc -o three.o
json two.o three.o -o c
UPCC_CC=false json -c c.upc
grep -q '"kind":"error"' err
"$UPCC" -fdiagnostics-format=json c.upc -o c 2>err
test "$(cat err)" = '[]'
# The last one counts; in a file of options too.
echo '-fdiagnostics-format=json' >options
! "$UPCC" @options -no-such-option c.upc 2>err
grep -q '^\[{"kind":"error"' err
! "$UPCC" @options -fdiagnostics-format=text -no-such-option c.upc 2>err
grep -q '^upcc: error: unrecognized' err
