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
