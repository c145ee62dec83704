# A null pointer-to-shared ends a job of many threads too, at every thread's own elements.
cat >a.upc <<'X'
#include <upc_relaxed.h>
shared int *null;
int main(int argc, char **argv) {
  (void)argv;
  if (MYTHREAD == (argc > 1 ? THREADS - 1 : 0)) null[MYTHREAD] = 1;
  upc_barrier;
  return 0;
}
X
"$UPCC" -o a a.upc
! "$UPCRUN" -n 100 ./a 2>err
grep -q '^upcr: thread 0 .*signal 11' err
! "$UPCRUN" -n 100 ./a last 2>err
grep -q '^upcr: thread 99 .*signal 11' err
grep -q 'null pointer-to-shared' err
