// conformance: CORE-7.3.4-S1
// threads: 2 3 5
/* UPC_IN_ALLSYNC: no data are read or written before all threads have entered. The last thread
 * comes late. Until then it writes the others' sources, of which they give what it has written, and
 * reads their results, which are still those of the call before. In between are calls without such
 * accesses. */
#include <upc.h>
#include <upc_collective.h>
#include <upcx_collective.h>
#include <unistd.h>

#include "check.h"

enum {
  BLOCK = 40,
  PART = BLOCK * 5, /* of a thread; 5: the most threads */
  ROUNDS = 6,
  OPERATIONS = 9,
  ALL = UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC,
  LATE = 3000 /* us */
};

shared [PART] long src[PART * THREADS], dst[PART * THREADS];

static void call(int operation) {
  size_t n = BLOCK * sizeof(long);
  switch (operation) {
  case 0: upc_all_broadcast(dst, src, n, ALL); break;
  case 1: upc_all_scatter(dst, src, n, ALL); break;
  case 2: upc_all_gather(dst, src, n, ALL); break;
  case 3: upc_all_gather_all(dst, src, n, ALL); break;
  case 4: upc_all_exchange(dst, src, n, ALL); break;
  case 5: upcx_all_reduce_all(dst, src, UPC_LONG, UPC_MAX, BLOCK, ALL); break;
  case 6: upcx_all_reduce_scatter(dst, src, UPC_LONG, UPC_MAX, BLOCK, ALL); break;
  case 7: upcx_all_reduce_vector(dst, src, UPC_LONG, UPC_MAX, BLOCK, ALL); break;
  case 8:
    upc_all_prefix_reduceL(dst, src, UPC_MAX, (size_t)PART * THREADS, PART, 0, ALL);
  }
}

static void fill(int thread, long value) {
  long part[PART];
  for (int i = 0; i < PART; i++)
    part[i] = value;
  upc_memput(src + thread * PART, part, sizeof part);
}

/* All sources have held the same value, so all results do. */
static void check(int thread, int operation, long value) {
  int is_to_root = operation == 2 || operation == 7;
  if (thread == 0 || !is_to_root)
    CHECK(dst[thread * PART] == value);
}

enum access { NONE, WRITES, READS };

/* Of the last thread. */
static void come_late(enum access what, int operation, long value, long before) {
  usleep(LATE);
  for (int t = 0; t < THREADS; t++)
    if (what == WRITES)
      fill(t, value);
    else
      check(t, operation, before);
}

/* Two calls without accesses come before each with one. */
static void try(int operation) {
  long before = 0, value;
  for (int round = 0; round < ROUNDS; round++, before = value) {
    enum access what = round % 3 != 2 ? NONE : round / 3 ? READS : WRITES;
    value = before + 2;
    fill(MYTHREAD, what == WRITES ? before + 1 : value);
    upc_barrier;
    if (what != NONE && MYTHREAD == THREADS - 1)
      come_late(what, operation, value, before);
    call(operation);
    check(MYTHREAD, operation, value);
  }
}

int main(void) {
  for (int operation = 0; operation < OPERATIONS; operation++)
    try(operation);
  check_done();
  return 0;
}
