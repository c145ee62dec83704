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
# The place is whole in a folder with spaces in its name, and without -g, which remembers it.
mkdir -p "my (old) folder"
cp a.upc "my (old) folder"
cat >"my (old) folder/full.upc" <<'X'
#include <upc.h>
int main(void) {
  if (MYTHREAD == 1)
    upc_wait;
  upc_barrier;
  return 0;
}
X
"$UPCC" -O1 -g1 -fno-upc-check -o crash "$PWD/my (old) folder/a.upc"
! "$UPCRUN" -n 3 ./crash 2>err
grep -q 'in crash at .*/my (old) folder/a.upc:4$' err
"$UPCC" -o full "$PWD/my (old) folder/full.upc"
! "$UPCRUN" -n 2 ./full 2>err
grep -q 'in main at .*/my (old) folder/full.upc:4$' err
# An integer that was divided by zero; a signal that somebody sent has no such cause.
cat >zero.upc <<'X'
#include <upc.h>
#include <signal.h>
shared int zero;
int main(int argc, char **argv) {
  if (argc > 1)
    raise(SIGFPE);
  return 5 / zero;
}
X
"$UPCC" -o zero zero.upc
! "$UPCRUN" -n 2 ./zero 2>err
grep -q 'an integer was divided by zero' err
! "$UPCRUN" -n 2 ./zero sent 2>err
grep -q 'signal 8' err
if grep 'divided' err; then exit 1; fi
