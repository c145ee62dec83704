/* For each operation that the arguments name (barrier, broadcast or reduce_all of a word, alloc):
 * the nanoseconds of a call with a barrier after it, and the most messages that a thread sends in
 * it. A call before makes what is kept for others. */
#include <stdio.h>
#include <string.h>
#include <upc.h>
#include <upc_collective.h>
#include <upc_tick.h>
#include <upcx_collective.h>
#include <upcx_messages.h>

enum { FLAGS = UPC_IN_MYSYNC | UPC_OUT_MYSYNC };
shared long from[THREADS], to[THREADS], sent[THREADS];
shared [] long word[1];

static void barrier(void) { upc_barrier; }
static void broadcast(void) { upc_all_broadcast(to, word, sizeof(long), FLAGS); }
static void reduce_all(void) { upcx_all_reduce_all(to, from, UPC_LONG, UPC_ADD, 1, FLAGS); }
static void alloc(void) { (void)upc_all_alloc(THREADS, 8); }

static const struct operation {
  const char *name;
  void (*call)(void);
  int adds; /* leaves the sum of all numbers of threads in to[MYTHREAD] */
} operations[] = {{"barrier", barrier, 0},
                  {"broadcast", broadcast, 0},
                  {"reduce_all", reduce_all, 1},
                  {"alloc", alloc, 0}};

static void measure(const struct operation *operation) {
  operation->call();
  upc_barrier;
  upc_tick_t begin = upc_ticks_now();
  unsigned long before = upcx_messages().messages;
  operation->call();
  sent[MYTHREAD] = upcx_messages().messages - before;
  upc_barrier;
  unsigned long long ns = upc_ticks_to_ns(upc_ticks_now() - begin);
  long most = 0;
  for (int t = 0; MYTHREAD == 0 && t < THREADS; t++)
    most = sent[t] > most ? sent[t] : most;
  if (MYTHREAD == 0)
    printf("%s %llu %ld\n", operation->name, ns, most);
  if (operation->adds && to[MYTHREAD] != (long)THREADS * (THREADS - 1) / 2)
    upc_global_exit(1);
}

int main(int argc, char **argv) {
  from[MYTHREAD] = MYTHREAD;
  for (int i = 1; i < argc; i++)
    for (int k = 0; k < (int)(sizeof operations / sizeof *operations); k++)
      if (strcmp(operations[k].name, argv[i]) == 0)
        measure(&operations[k]);
}
