# Threads in processes: even and uneven shares, explicit maps, and groups that map each other's
# memory across them.
cat >a.upc <<'X'
#include <stdio.h>
#include <unistd.h>
#include <upc.h>
shared int pid[THREADS], seen[THREADS];
upc_lock_t *lock;
shared int sum;
int main(void) {
  pid[MYTHREAD] = getpid();
  lock = upc_all_lock_alloc();
  upc_barrier;
  for (int t = 0; t < THREADS; t++) { /* everybody's memory, by reads and writes, near or far */
    upc_lock(lock);
    seen[t] += 1;
    sum += t;
    upc_unlock(lock);
  }
  upc_barrier;
  int bad = sum != THREADS * (THREADS - 1) / 2 * THREADS;
  for (int t = 0; t < THREADS; t++)
    bad += seen[t] != THREADS;
  if (bad)
    upc_global_exit(1);
  if (MYTHREAD == 0) {
    int count = 1;
    for (int t = 1; t <= THREADS; t++, count++)
      if (t == THREADS || pid[t] != pid[t - 1]) {
        printf("%d ", count);
        count = 0;
      }
    puts("");
  }
  return 0;
}
X
"$UPCC" -pthreads -o a a.upc
shares() { "$UPCRUN" "$@" ./a | tr -d '\n'; }
for width in 0 1 2 3; do
  test "$(shares -n 16 -p 4 -pshm-width $width)" = '4 4 4 4 '
  test "$(shares -n 7 -p 3 -pshm-width $width)" = '3 3 1 '
  test "$(shares -n 7 -p 1 -pshm-width $width)" = '1 1 1 1 1 1 1 '
  test "$(UPC_PTHREADS_MAP=1,4,2 shares -n 7 -pshm-width $width)" = '1 4 2 '
done
test "$(shares -n 7 -p 0)" = '7 '
test "$(shares -n 3 -p 9)" = '3 '
test "$(UPC_PTHREADS_PER_PROC=2 shares -n 5)" = '2 2 1 '
test "$(UPC_PTHREADS_PER_PROC=2 UPC_PTHREADS_MAP='4 1' shares -n 5)" = '4 1 '
test "$(UPC_PTHREADS_MAP='4 1' shares -n 5 -p 2)" = '2 2 1 '
test "$(UPC_STACK_PAD=4096B shares -n 5 -p 3)" = '3 2 '
for map in 4,2 4,4 0,5 a; do
  status=0
  UPC_PTHREADS_MAP=$map "$UPCRUN" -n 5 ./a 2>err || status=$?
  test $status = 2
  grep -q "UPC_PTHREADS_MAP is '$map'.*sum 5" err
done
"$UPCC" -o b a.upc
! UPC_PTHREADS_MAP=4,1 "$UPCRUN" -n 5 ./b 2>err
grep -q 'upcc -pthreads' err
