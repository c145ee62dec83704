/* Prints a line for each collective: its name, the messages of eight calls, and how many threads
 * sent them. A call before makes what is kept for others. At most MOST threads. */
#include <stdio.h>
#include <upc_collective.h>
#include <upc_relaxed.h>
#include <upcx_collective.h>
#include <upcx_messages.h>

enum { N = 64, MOST = 16, CALLS = 8, FLAGS = UPC_IN_NOSYNC | UPC_OUT_NOSYNC };

shared [N] char block[N * THREADS], result[N * THREADS];
shared [N * MOST] char row[N * MOST * THREADS], column[N * MOST * THREADS];
shared [] char whole[N * MOST];
shared [4] long numbers[4 * THREADS], sums[4 * THREADS], part[4 * THREADS];
shared [4 * MOST] long vectors[4 * MOST * THREADS];
shared long total;
shared int target[THREADS];
shared unsigned long sent[THREADS];

static void broadcast(void) { upc_all_broadcast(result, whole, N, FLAGS); }
static void scatter(void) { upc_all_scatter(result, whole, N, FLAGS); }
static void gather(void) { upc_all_gather(whole, block, N, FLAGS); }
static void gather_all(void) { upc_all_gather_all(row, block, N, FLAGS); }
static void exchange(void) { upc_all_exchange(column, row, N, FLAGS); }
static void permute(void) { upc_all_permute(result, block, target, N, FLAGS); }
static void reduce(void) { upc_all_reduceL(&total, numbers, UPC_ADD, 4 * THREADS, 4, 0, FLAGS); }
static void prefix_reduce(void) {
  upc_all_prefix_reduceL(sums, numbers, UPC_ADD, 4 * THREADS, 4, 0, FLAGS);
}
static void reduce_all(void) { upcx_all_reduce_all(sums, numbers, UPC_LONG, UPC_ADD, 4, FLAGS); }
static void reduce_scatter(void) {
  upcx_all_reduce_scatter(part, vectors, UPC_LONG, UPC_ADD, 4, FLAGS);
}
static void reduce_vector(void) {
  upcx_all_reduce_vector(sums, numbers, UPC_LONG, UPC_ADD, 4, FLAGS);
}

static const struct {
  const char *name;
  void (*call)(void);
} operations[] = {{"broadcast", broadcast},   {"scatter", scatter},       {"gather", gather},
                  {"gather_all", gather_all}, {"exchange", exchange},     {"permute", permute},
                  {"reduce", reduce},         {"prefix_reduce", prefix_reduce},
                  {"reduce_all", reduce_all}, {"reduce_scatter", reduce_scatter},
                  {"reduce_vector", reduce_vector}};
enum { OPERATIONS = sizeof operations / sizeof *operations };

static void report(const char *name) {
  unsigned long all = 0, speakers = 0;
  for (int t = 0; t < THREADS; t++) {
    all += sent[t];
    speakers += sent[t] > 0;
  }
  printf("%s %lu %lu\n", name, all, speakers);
}

int main(void) {
  target[MYTHREAD] = (MYTHREAD + 1) % THREADS;
  for (int i = 0; i < OPERATIONS; i++) {
    upc_barrier;
    operations[i].call();
    upc_barrier;
    unsigned long all = 0;
    for (int call = 0; call < CALLS; call++) {
      unsigned long before = upcx_messages().messages;
      operations[i].call();
      all += upcx_messages().messages - before;
      upc_barrier;
    }
    sent[MYTHREAD] = all;
    upc_barrier;
    if (MYTHREAD == 0)
      report(operations[i].name);
    upc_barrier;
  }
  return 0;
}
