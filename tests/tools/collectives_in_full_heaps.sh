# Algorithms with buffers for which one thread's heap has no room: all threads take another
# algorithm, with one warning. Once there is room again, calls use the first algorithm.
cat >a.upc <<'U'
#include <stdio.h>
#include <stdlib.h>
#include <upc.h>
#include <upc_collective.h>
enum { N = 20000 };
typedef struct { char byte[N]; } block;
shared block one[THREADS], other[THREADS];
shared [THREADS] block many[THREADS][THREADS], more[THREADS][THREADS];
shared [] block at_last[64];
shared int to[THREADS];
static int value(int from, int to, int i) { return (from * 7 + to * 31 + i) % 101; }
static void expect(const block *b, int from, int to) {
  for (int i = 0; i < N; i++)
    if (b->byte[i] != value(from, to, i)) {
      fprintf(stderr, "thread %d, block of %d for %d, byte %d\n", MYTHREAD, from, to, i);
      exit(1);
    }
}
static void fill(block *b, int from, int to) {
  for (int i = 0; i < N; i++)
    b->byte[i] = value(from, to, i);
}
static void round_of_calls(int flags) {
  block *own = (block *)&one[MYTHREAD], *result = (block *)&other[MYTHREAD];
  block *got = (block *)&more[MYTHREAD][0];
  fill(own, MYTHREAD, 0);
  to[MYTHREAD] = (MYTHREAD + 1) % THREADS;
  for (int t = 0; t < THREADS; t++) {
    fill((block *)&many[MYTHREAD][t], MYTHREAD, t);
    if (MYTHREAD == 0)
      fill((block *)&at_last[t], 0, t);
  }
  upc_all_scatter(other, at_last, N, flags);
  expect(result, 0, MYTHREAD);
  upc_all_gather(at_last, one, N, flags);
  for (int t = 0; MYTHREAD == 0 && t < THREADS; t++)
    expect((block *)&at_last[t], t, 0);
  upc_all_exchange(more, many, N, flags);
  for (int t = 0; t < THREADS; t++)
    expect(&got[t], t, MYTHREAD);
  upc_all_gather_all(more, one, N, flags);
  for (int t = 0; t < THREADS; t++)
    expect(&got[t], t, 0);
  upc_all_broadcast(other, one, N, flags);
  expect(result, 0, 0);
  upc_all_permute(other, one, to, N, flags);
  expect(result, (MYTHREAD + THREADS - 1) % THREADS, 0);
}
int main(void) {
  shared void *taken[64];
  int count = 0;
  for (size_t size = 1 << 20; MYTHREAD == THREADS - 1 && size >= 4096; size /= 2)
    while (count < 64 && (taken[count] = upc_alloc(size)))
      count++;
  upc_barrier;
  round_of_calls(UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
  round_of_calls(UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
  while (count > 0)
    upc_free(taken[--count]);
  upc_barrier;
  round_of_calls(UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
  round_of_calls(UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
  return 0;
}
U
"$UPCC" -T 5 -o a a.upc
force() {
  UPC_COLL=scatter:$1,gather:$2,exchange:$3,gather_all:$4,broadcast:$4,permute:$4 "$UPCRUN" \
    -shared-heap 2M -pshm-width "$5" ./a 2>err || {
    cat err
    exit 1
  }
  wants="of [0-9]* bytes that '.*' needs in the shared heap of thread 4"
  grep -q "^upcr: .*: no room for the buffer $wants" err || {
    cat err
    exit 1
  }
  test "$(grep -c 'no room' err)" = 1
}
force push_binomial push_binomial_static bruck buffered 0
force packets:64K packets:64K packets:64K packets:64K 1
force pull_knomial:2 buffered buffered buffered 0
