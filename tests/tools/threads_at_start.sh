# conformance: ENV-5.1.1.1-S1
# Without upcrun: the static count, UPC_NTHREADS, or one thread.
cat >a.upc <<'X'
#include <upc.h>
#include <stdio.h>
int main(void) { if (MYTHREAD == 0) printf("%d\n", THREADS); return 0; }
X
"$UPCC" -o dynamic a.upc
"$UPCC" -T 3 -o static a.upc
"$UPCC" -T=2 -o equals a.upc
"$UPCC" -fupc-threads-4 -o gnu a.upc
test "$(./dynamic)" = 1
test "$(UPC_NTHREADS=5 ./dynamic)" = 5
test "$(./static)" = 3
test "$("$UPCRUN" -n 3 ./static)" = 3
test "$("$UPCRUN" ./static)" = 3
test "$(./equals)" = 2
test "$(./gnu)" = 4
test "$(./dynamic -n 2)" = 2
