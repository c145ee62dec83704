/* SPDX-License-Identifier: Apache-2.0 */
/* Replaces multi_job.c: all threads of the job are coroutines of one process. A thread that waits,
 * and at times one that does not, yields to another, drawn from a fixed seed. So data are read as
 * late, and overwritten as early, as signals permit, and each run is the same. The linker (--wrap)
 * directs waits and barriers of the runtime to this file. Ends with status 77 under a sanitizer,
 * which does not support coroutines. */
#define UPCR_SETS_SELF
#include "multi.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include <coll/await.h>
#include <core/barrier.h>
#include <mem/segment.h>
#include <net/net.h>
#include <topo/topo.h>

struct multi_counts *multi_counts;
const char *multi_machine;
unsigned multi_seconds = 120;
const bool multi_by_turns = true;

/* A thread, and what is its own of the process's variables while another has its turn. */
struct turn {
  ucontext_t context;
  struct upcr_thread self;
  struct upcr_thread_now now;
  struct upcr_coll_state state;
  bool ended;
  int arrays; /* that it has allocated */
};

enum { STACK = 256 << 10, ARRAYS = 8, SELDOM = 4 };

static struct turn *turns;
static int running, threads;
static long in_vain; /* turns since a wait ended */
static ucontext_t end;
static void (*run_body)(void);
static upcr_ppts_t arrays[ARRAYS];

int multi_check(int ok, const char *text, const char *file, int line) {
  atomic_fetch_add(ok ? &multi_counts->passed : &multi_counts->failed, 1);
  if (!ok)
    fprintf(stderr, "%s:%d: thread %d: failed: %s\n", file, line, upcr_self.mythread, text);
  return ok;
}

static int random_below(int n) {
  static uint64_t state = 4711;
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (int)((state >> 33) % (unsigned)n);
}

static void store(struct turn *turn) {
  turn->self = upcr_self;
  turn->now = upcr_now;
  turn->state = upcr_coll_state;
}

static void restore(const struct turn *turn) {
  upcr_self = turn->self;
  upcr_now = turn->now;
  upcr_coll_state = turn->state;
}

/* A thread that has not ended, from a random one on; -1: all have. */
static int next(void) {
  for (int k = 0, first = random_below(threads); k < threads; k++)
    if (!turns[(first + k) % threads].ended)
      return (first + k) % threads;
  return -1;
}

static void give_way(void) {
  struct turn *here = &turns[running], *there = &turns[running = next()];
  if (++in_vain > 100000 + 1000l * threads) {
    fprintf(stderr, "no thread of %d can go on\n", threads);
    abort();
  }
  if (here == there)
    return;
  store(here);
  restore(there);
  swapcontext(&here->context, &there->context);
}

static void give_way_at_times(void) {
  if (random_below(SELDOM) == 0)
    give_way();
}

static void run_thread(void) {
  run_body();
  turns[running].ended = true;
  running = next();
  if (running < 0)
    setcontext(&end);
  restore(&turns[running]);
  setcontext(&turns[running].context);
}

static uint64_t seen(const uint64_t *word) { return __atomic_load_n(word, __ATOMIC_ACQUIRE); }

uint64_t __wrap_upcr_await_long(const struct upcr_call *call, const uint64_t *word, uint32_t number,
                                int thread);
uint64_t __wrap_upcr_await_long(const struct upcr_call *call, const uint64_t *word, uint32_t number,
                                int thread) {
  (void)call, (void)thread;
  while (!upcr_reached(seen(word), number))
    give_way();
  in_vain = 0;
  return seen(word);
}

void __real_upcr_signal(const struct upcr_call *call, int to);
void __wrap_upcr_signal(const struct upcr_call *call, int to);
void __wrap_upcr_signal(const struct upcr_call *call, int to) {
  give_way_at_times();
  __real_upcr_signal(call, to);
}

void __real_upcr_wait_signal(const struct upcr_call *call, int from);
void __wrap_upcr_wait_signal(const struct upcr_call *call, int from);
void __wrap_upcr_wait_signal(const struct upcr_call *call, int from) {
  __real_upcr_wait_signal(call, from);
  give_way_at_times();
}

static void meet(const struct upcr_barrier_work *work) {
  static int arrived;
  static long phase;
  long own = phase;
  if (++arrived < threads) {
    while (phase == own)
      give_way();
  } else {
    if (work)
      work->serve(work->arg);
    arrived = 0;
    phase++;
  }
  in_vain = 0;
}

void __wrap_upcr_barrier(int has_value, int value);
void __wrap_upcr_barrier(int has_value, int value) {
  (void)has_value, (void)value;
  meet(0);
}

void __wrap_upcr_collective_barrier(enum upcr_collective which, uint32_t arguments);
void __wrap_upcr_collective_barrier(enum upcr_collective which, uint32_t arguments) {
  (void)which, (void)arguments;
  meet(0);
}

void __wrap_upcr_collective_barrier_serving(enum upcr_collective which, uint32_t arguments,
                                            const struct upcr_barrier_work *work);
void __wrap_upcr_collective_barrier_serving(enum upcr_collective which, uint32_t arguments,
                                            const struct upcr_barrier_work *work) {
  (void)which, (void)arguments;
  meet(work);
}

/* The first thread allocates for all. */
upcr_ppts_t __wrap_upc_all_alloc(size_t nblocks, size_t nbytes);
upcr_ppts_t __wrap_upc_all_alloc(size_t nblocks, size_t nbytes) {
  upcr_ppts_t *array = &arrays[turns[running].arrays++];
  if (array->p == 0)
    *array = upc_global_alloc(nblocks, nbytes);
  return *array;
}

/* Freed blocks that a pthread keeps are another thread's when that has its turn. */
bool __wrap_upcr_alloc_cache_keep(uint64_t payload);
bool __wrap_upcr_alloc_cache_keep(uint64_t payload) {
  (void)payload;
  return false;
}

/* Memory that a thread does not map, with config->pshm_width: the transport reads and writes it at
 * once. */
static void get(void *dst, upcr_pts_t src, size_t n, enum upcr_memory_kind kind) {
  (void)kind;
  memmove(dst, upcr_segment_address(src), n);
}

static void put(upcr_pts_t dst, const void *src, size_t n, enum upcr_memory_kind kind) {
  (void)kind;
  memmove(upcr_segment_address(dst), src, n);
}

static upcr_net_handle_t get_nb(void *dst, upcr_pts_t src, size_t n, enum upcr_memory_kind kind) {
  get(dst, src, n, kind);
  return 0;
}

static upcr_net_handle_t put_nb(upcr_pts_t dst, const void *src, size_t n,
                                enum upcr_memory_kind kind) {
  put(dst, src, n, kind);
  return 0;
}

static upcr_net_handle_t set_nb(upcr_pts_t dst, int byte, size_t n) {
  memset(upcr_segment_address(dst), byte, n);
  return 0;
}

static upcr_net_handle_t move_nb(upcr_pts_t dst, upcr_pts_t src, size_t n) {
  memmove(upcr_segment_address(dst), upcr_segment_address(src), n);
  return 0;
}

/* A handler runs as the thread that it is sent to. */
static void request(int thread, struct upcr_am *message) {
  struct upcr_thread self = upcr_self;
  upcr_self = turns[thread].self;
  upcr_am_table[message->handler](message);
  upcr_self = self;
}

static void nothing(void) {}
static bool is_complete(upcr_net_handle_t handle) { return (void)handle, true; }
static void wait_for(upcr_net_handle_t handle) { (void)handle; }

static void make_transport(void) {
  static struct upcr_net net;
  net = *upcr_net;
  net.get = get, net.put = net.put_nbi = put;
  net.get_nb = get_nb, net.put_nb = put_nb, net.set_nb = set_nb;
  net.move_nb = net.relay_nb = move_nb;
  net.am_request = net.am_nbi = request;
  net.test = is_complete, net.wait = wait_for;
  net.complete_puts = net.flush = nothing;
  upcr_net = &net;
}

static void begin(int thread) {
  struct turn *turn = &turns[thread];
  upcr_thread_attach(thread);
  store(turn);
  getcontext(&turn->context);
  turn->context.uc_stack.ss_sp = malloc(STACK);
  turn->context.uc_stack.ss_size = STACK;
  turn->context.uc_link = 0;
  makecontext(&turn->context, run_thread, 0);
}

int multi_run(const struct upcr_job_config *config, void (*body)(void)) {
  char err[512];
  struct upcr_topo_config places = {.threads = config->threads,
                                    .node_threads = config->pshm_width,
                                    .bind = multi_machine ? "core" : "none",
                                    .machine = multi_machine};
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
  exit(77);
#endif
  if (upcr_topo_create(&places, err, sizeof err) != 0 ||
      upcr_job_create(config, err, sizeof err) != 0) {
    fprintf(stderr, "no job: %s\n", err);
    return 1;
  }
  alarm(multi_seconds);
  threads = config->threads;
  run_body = body;
  turns = calloc((size_t)threads, sizeof *turns);
  upcr_process_attach(0, threads, 0);
  make_transport();
  for (int t = 0; t < threads; t++)
    begin(t);
  /* A thread protects the memory that it does not map; another thread's turn needs it. */
  mprotect(upcr_segment_base(0), (size_t)threads * upcr_job->segment_stride,
           PROT_READ | PROT_WRITE);
  restore(&turns[running = 0]);
  swapcontext(&end, &turns[0].context);
  return 0;
}
