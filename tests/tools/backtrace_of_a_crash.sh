# A thread that crashes is named with its signal and the line in the UPC file.
cat >a.upc <<'X'
#include <upc.h>
static int *volatile nowhere;
static void crash(void) {
  *nowhere = 1;
}
int main(void) {
  if (MYTHREAD == 1) crash();
  upc_barrier;
  return 0;
}
X
"$UPCC" -g -o a a.upc
! "$UPCRUN" -n 3 ./a 2>err
grep -qi 'thread 1' err
grep -qi 'segv\|segmentation' err
grep -q 'a.upc:4' err
