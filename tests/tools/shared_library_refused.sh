# UPC code in a shared library: a clear answer.
echo '#include <upc.h>
shared int x; int f(void) { return x; }' >a.upc
! "$UPCC" -shared -fPIC -o liba.so a.upc 2>err
grep -qi 'shared librar' err
