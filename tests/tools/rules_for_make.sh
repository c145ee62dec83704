# -MM and -MMD name the program's own headers, not what upcc includes before every source; -M and
# -MD name all.
cat >a.upc <<'END'
#include <upc.h>
#include "b.h"
shared int s;
int main(void) { return s; }
END
echo 'int b;' >b.h

"$UPCC" -MM a.upc >rule
grep -qx 'a.o: a.upc b.h' rule
"$UPCC" -MM -MF rule.d a.upc
cmp rule rule.d
"$UPCC" -MM -o rule.o a.upc
cmp rule rule.o

"$UPCC" -MMD -MP -c a.upc
printf 'a.o: a.upc b.h\nb.h:\n' | cmp - a.d
"$UPCC" -MMD -MF - -c a.upc >on_output
grep -q 'a.upc' on_output

"$UPCC" -M a.upc | grep -q 'preinclude.h'
"$UPCC" -MD -c a.upc
grep -q 'preinclude.h' a.d
grep -q '/upc.h' a.d
