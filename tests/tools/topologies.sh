# A described machine or cluster: places as described, no memory between machines of a cluster.
cat >a.upc <<'X'
#include <stdio.h>
#include <upc.h>
#include <upc_castable.h>
shared int a[THREADS];
int main(void) {
  int near = 0;
  a[(MYTHREAD + 1) % THREADS] = MYTHREAD;
  upc_barrier;
  for (int t = 0; t < THREADS; t++)
    near += upc_cast(&a[t]) != 0;
  if (a[MYTHREAD] == (MYTHREAD + THREADS - 1) % THREADS)
    printf("%d near %d\n", MYTHREAD, near);
  return 0;
}
X
"$UPCC" -pthreads -o a a.upc
run() { "$UPCRUN" -v "$@" ./a 2>map | sort; }
place() { sed -n "s/^upcr: thread $1 *//p" map | tr -s ' '; }
run -n 8 -p 4 -topology 'numa:2 core:2 pu:2' >out
test "$(place 0)" = 'process 0 NUMA region 0 core 0 processors any'
test "$(place 5)" = 'process 1 NUMA region 1 core 2 processors any'
test "$(grep -c 'near 8' out)" = 8
run -n 5 -p 2 -topology 'machine:2 numa:2 core:4' >out
test "$(place 0)" = 'process 0 node 0 NUMA region 0 core 0 processors any'
test "$(place 4)" = 'process 2 node 1 NUMA region 1 core 4 processors any'
test "$(cat out)" = '0 near 3
1 near 3
2 near 3
3 near 2
4 near 2'
run -n 4 -topology machine:4 >out
test "$(grep -c 'near 1' out)" = 4
run -n 4 -topology 'numa:2 core:2' -bind 3,2,1,0 >out
test "$(place 0)" = 'process 0 NUMA region 1 core 3 processors any'
# A description that makes no sense is quoted as it was given.
for given in foo 'machine:2 foo:3' 'machine:x'; do
  status=0
  "$UPCRUN" -n 2 -topology "$given" ./a 2>err || status=$?
  test $status != 0
  grep -q "UPC_TOPOLOGY (upcrun -topology) is '$given': " err
done
# Threads have places on a simulated topology, but nothing is bound.
run -n 5 -topology 'numa:2 core:2' >out
said='upcr: binding  none: the topology is simulated; threads have places in it by'
grep -qx "$said NUMA region" map
run -n 5 -topology 'numa:2 core:2' -bind core >out
grep -qx "$said core" map
run -n 5 -topology 'numa:2 core:2' -bind none >out
grep -q '^upcr: binding  none: as asked for$' map
for bad in 'what:2' 'machine:0' 'machine:x numa:2'; do
  ! "$UPCRUN" -n 2 -topology "$bad" ./a 2>err
  grep -q "UPC_TOPOLOGY.*'$bad" err
done
