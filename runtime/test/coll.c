/* coll THREADS PSHM_WIDTH PTHREADS_PER_PROCESS [ALGORITHM]: every algorithm of the collectives, forced, or those whose
 * "operation:name" contains ALGORITHM, with several parameters those that take one; UPC_TEST_FULL=1: with every root, size and
 * pair of modes, and more parameters.
 *
 * A call finds its data written as late as its entry mode permits: by another thread just before that enters
 * (ALLSYNC), by the owner (MYSYNC). After it the caller reads what the exit mode says is there, and overwrites what it says is
 * free, at once. */
#define _GNU_SOURCE
#include <base/log.h>
#include <base/wait.h>
#include <boot/collectives.h>
#include <coll/parameter.h>
#include <mem/control.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <topo/topo.h>
#include <unistd.h>
#include <upc_types.h>

#include "multi.h"

static const int in_flags[] = {UPC_IN_ALLSYNC, UPC_IN_MYSYNC, UPC_IN_NOSYNC};
static const int out_flags[] = {UPC_OUT_ALLSYNC, UPC_OUT_MYSYNC, UPC_OUT_NOSYNC};
static const size_t sizes[] = {1, 8, 48, 49, 333, 4092, 4096, 4097, 8192, 8193, 32768, 32769, 100001};
enum { SIZES = sizeof sizes / sizeof *sizes, ROOM = 400000 /* bytes of an array on each thread */ };

static const struct upcr_algorithm *tested;
static char tested_name[128]; /* "operation:name", or "operation:name:parameter" */
static int full;
static UPCR_TEST_TLS upcr_ppts_t src, dst, perm;

struct round {
  size_t n;
  enum upcr_sync in, out;
  int root, number;
  size_t shift; /* of both arrays, so that blocks lie at any address */
};

static void barrier(void) { upcr_barrier(0, 0); }
static int flags_of(const struct round *r) { return in_flags[r->in] | out_flags[r->out]; }

/* Bytes of a block, which all differ by round, owner and block. */
static unsigned char byte_of(const struct round *r, int owner, int block, size_t k) {
  return (unsigned char)(r->number * 31 + owner * 7 + block * 13 + (int)(k % 251) + 1);
}

static upcr_ppts_t at(upcr_ppts_t array, const struct round *r, int thread, int block) {
  return upcr_pp(upcr_pts_make((unsigned long)thread, upcr_pts_offset(array.p)) + r->shift + (size_t)block * r->n, 0);
}

_Alignas(16) static UPCR_TEST_TLS unsigned char buffer[ROOM];

static void fill(const struct round *r, int thread, int blocks) {
  for (int b = 0; b < blocks; b++)
    for (size_t k = 0; k < r->n; k++)
      buffer[(size_t)b * r->n + k] = byte_of(r, thread, b, k);
  upc_memput(at(src, r, thread, 0), buffer, (size_t)blocks * r->n);
}

static int holds(const struct round *r, int thread, int block, int owner, int source_block) {
  upc_memget(buffer, at(dst, r, thread, block), r->n);
  for (size_t k = 0; k < r->n; k++)
    if (buffer[k] != byte_of(r, owner, source_block, k))
      return 0;
  return 1;
}

static int blocks_of_source(void) {
  switch (tested->operation) {
  case UPCR_ALL_SCATTER:
  case UPCR_ALL_EXCHANGE:
    return N;
  default:
    return 1;
  }
}

static int one_source(void) { return tested->operation == UPCR_ALL_BROADCAST || tested->operation == UPCR_ALL_SCATTER; }

static int target_of(const struct round *r, int thread) { return (thread + r->number) % N; }

/* Whose data the caller writes last before it enters. */
static void prepare(const struct round *r) {
  int whose = r->in == UPCR_ALLSYNC ? (ME + 1) % N : ME;
  if (!one_source() || whose == r->root)
    fill(r, whose, blocks_of_source());
  upcr_put_i32(upcr_add1(perm.p, whose, sizeof(int)), target_of(r, whose));
  if (r->in == UPCR_NOSYNC)
    barrier();
}

static void call(const struct round *r) {
  upcr_ppts_t from = at(src, r, one_source() ? r->root : 0, 0), to = at(dst, r, 0, 0);
  int flags = flags_of(r);
  switch (tested->operation) {
  case UPCR_ALL_BROADCAST:
    upc_all_broadcast(to, from, r->n, flags);
    break;
  case UPCR_ALL_SCATTER:
    upc_all_scatter(to, from, r->n, flags);
    break;
  case UPCR_ALL_GATHER:
    upc_all_gather(at(dst, r, r->root, 0), from, r->n, flags);
    break;
  case UPCR_ALL_GATHER_ALL:
    upc_all_gather_all(to, from, r->n, flags);
    break;
  case UPCR_ALL_EXCHANGE:
    upc_all_exchange(to, from, r->n, flags);
    break;
  case UPCR_ALL_PERMUTE:
    upc_all_permute(to, from, perm.p, r->n, flags);
    break;
  default:
    break;
  }
}

/* Is what `thread` got right? */
static int is_right(const struct round *r, int thread) {
  int right = 1;
  switch (tested->operation) {
  case UPCR_ALL_BROADCAST:
    return holds(r, thread, 0, r->root, 0);
  case UPCR_ALL_SCATTER:
    return holds(r, thread, 0, r->root, thread);
  case UPCR_ALL_GATHER:
    for (int b = 0; thread == r->root && b < N; b++)
      right &= holds(r, thread, b, b, 0);
    return right;
  case UPCR_ALL_GATHER_ALL:
    for (int b = 0; b < N; b++)
      right &= holds(r, thread, b, b, 0);
    return right;
  case UPCR_ALL_EXCHANGE:
    for (int b = 0; b < N; b++)
      right &= holds(r, thread, b, b, thread);
    return right;
  default:
    return holds(r, thread, 0, (thread + N - r->number % N) % N, 0);
  }
}

static void spoil(const struct round *r, int thread) {
  if (!one_source() || thread == r->root)
    upc_memset(at(src, r, thread, 0), 0, (size_t)blocks_of_source() * r->n);
}

static void check(const struct round *r) {
  if (r->out == UPCR_NOSYNC)
    barrier();
  int other = r->out == UPCR_ALLSYNC ? (ME + 1) % N : ME;
  int right = is_right(r, ME) && is_right(r, other);
  if (!right)
    fprintf(stderr, "%s: %zu bytes, root %d, modes %d %d, %d threads\n", tested_name, r->n, r->root, (int)r->in,
            (int)r->out, N);
  CHECK(right);
  spoil(r, other);
  /* Calls of like modes follow each other without a barrier. */
  if ((int)r->in != (int)r->out || r->in == UPCR_NOSYNC || r->number % 5 == 0)
    barrier();
}

/* Whether a call of n bytes is part of the test: of naive forms, which have no threshold, large ones are not. */
static int is_tested(size_t n) { return n <= 4097 || !strstr(tested->name, "naive"); }

static void run_round(const struct round *r) {
  prepare(r);
  call(r);
  check(r);
}

static int has_root(void) { return one_source() || tested->operation == UPCR_ALL_GATHER; }

/* Whether a root is tested with a size and a pair of modes: about four of all threads are, others with the next, so that every root has
 * its turns and up to four threads have all. */
static int has_turn(int root, int mode, int size) { return (root + 7 * size + 3 * mode) % ((N + 3) / 4) == 0; }

/* Without `full`: each size with one pair of modes after the other, roots in turn. */
static void relocate(void) {
  int blocks = tested->operation == UPCR_ALL_BROADCAST || tested->operation == UPCR_ALL_PERMUTE ? 1 : N, number = 0;
  src = upc_all_alloc((size_t)N, ROOM);
  dst = upc_all_alloc((size_t)N, ROOM);
  perm = upc_all_alloc((size_t)N, sizeof(int));
  for (int mode = 0; mode < 9; mode++, barrier())
    for (int s = 0; s < SIZES; s++)
      for (int root = 0; root < (full && has_root() ? N : 1); root++) {
        if (full && has_root() && !has_turn(root, mode, s))
          continue;
        struct round r = {
            .n = sizes[s], .in = mode / 3, .out = mode % 3, .number = ++number, .shift = (size_t)number % 3};
        r.root = full ? root : number % N;
        if (is_tested(r.n) && r.n * (size_t)blocks <= ROOM - 8 && (full || (s + mode) % 3 == 0 || r.n <= 49))
          run_round(&r);
      }
}

/* Reductions of `long`, whose operands keep their order or do not. */
static long then(long f, long g) {
  unsigned long a = (unsigned long)f >> 16 & 0xffff, b = (unsigned long)f & 0xffff;
  unsigned long c = (unsigned long)g >> 16 & 0xffff, d = (unsigned long)g & 0xffff;
  return (long)((a * c & 0xffff) << 16 | ((b * c + d) & 0xffff));
}

static long value_of(int number, size_t i) {
  return (long)(((size_t)number + i) % 5 * 2 + 3) << 16 | (long)(i % 7 + 1);
}

struct elements {
  int number;
  size_t n, blk; /* blk 0: all on thread `thread` */
  unsigned long thread, phase;
};

static upcr_ppts_t start_of(upcr_ppts_t array, const struct elements *e) {
  if (e->blk == 0)
    return upcr_pp(upcr_pts_make(e->thread, upcr_pts_offset(array.p)), 0);
  return upcr_addb(array, (long)(e->thread * e->blk + e->phase), e->blk, sizeof(long));
}

static upcr_pts_t element(upcr_ppts_t start, const struct elements *e, size_t i) {
  return e->blk == 0 ? start.p + i * sizeof(long) : upcr_addb(start, (long)i, e->blk, sizeof(long)).p;
}

/* The elements of one thread. */
static void fill_elements(const struct elements *e, int thread) {
  for (size_t i = 0; i < e->n; i++) {
    upcr_pts_t p = element(start_of(src, e), e, i);
    if (upcr_thread(p) == (unsigned long)thread)
      upcr_put_i64(p, value_of(e->number, i));
  }
}

static int prefix_is_right(const struct elements *e, int thread, int op) {
  long all = 0;
  for (size_t i = 0; i < e->n; i++) {
    long v = value_of(e->number, i);
    all = i == 0 ? v : op == UPC_ADD ? all + v : then(all, v);
    upcr_pts_t p = element(start_of(dst, e), e, i);
    if (upcr_thread(p) == (unsigned long)thread && upcr_get_i64(p) != all)
      return 0;
  }
  return 1;
}

static long result_of(const struct elements *e, int op) {
  long all = value_of(e->number, 0);
  for (size_t i = 1; i < e->n; i++)
    all = op == UPC_ADD ? all + value_of(e->number, i) : then(all, value_of(e->number, i));
  return all;
}

static void compute_round(const struct elements *e, int op, enum upcr_sync in, enum upcr_sync out, int root) {
  upcr_ppts_t result = upcr_pp(upcr_pts_make((unsigned long)root, upcr_pts_offset(perm.p)), 0);
  int reduces = tested->operation == UPCR_ALL_REDUCE, right;
  fill_elements(e, in == UPCR_ALLSYNC ? (ME + 1) % N : ME);
  if (in == UPCR_NOSYNC)
    barrier();
  if (reduces)
    upc_all_reduceL(result, start_of(src, e), op, e->n, e->blk, then, in_flags[in] | out_flags[out]);
  else
    upc_all_prefix_reduceL(start_of(dst, e), start_of(src, e), op, e->n, e->blk, then, in_flags[in] | out_flags[out]);
  if (out == UPCR_NOSYNC)
    barrier();
  int whose = out == UPCR_ALLSYNC ? (ME + 1) % N : ME;
  if (reduces)
    right = (whose != root && out != UPCR_ALLSYNC) || e->n == 0 || upcr_get_i64(result.p) == result_of(e, op);
  else
    right = prefix_is_right(e, whose, op);
  if (!right)
    fprintf(stderr,
            "%s: op %d, %zu elements, blocks of %zu from thread %lu phase %lu, root %d, modes %d %d, %d threads\n",
            tested_name, op, e->n, e->blk, e->thread, e->phase, root, (int)in, (int)out, N);
  CHECK(right);
  barrier();
}

static void compute(void) {
  size_t threads = (size_t)N, counts[] = {1, threads - 1, threads, 3 * threads + 1, 700, 0},
         blocks[] = {0, 1, 3, 100, 1000};
  int number = 0;
  src = upc_all_alloc((size_t)N, ROOM);
  dst = upc_all_alloc((size_t)N, ROOM);
  perm = upc_all_alloc((size_t)N, sizeof(long));
  for (unsigned c = 0; c < sizeof counts / sizeof *counts; c++)
    for (unsigned b = 0; b < sizeof blocks / sizeof *blocks; b++)
      for (int mode = 0; mode < 9; mode++) {
        struct elements e = {++number, counts[c], blocks[b], (unsigned long)(number % N), 0};
        e.phase = e.blk ? (unsigned long)number % e.blk : 0;
        if (full || (b + (unsigned)mode) % 4 == 0)
          for (int op = 0; op < 2; op++)
            compute_round(&e, op ? UPC_ADD : 1024, mode / 3, mode % 3, number % N);
      }
}

/* Vectors of `long`, element i of thread t. */
static long term(int number, int thread, size_t i) { return (long)((size_t)(number * 17 + thread * 5) + i % 97); }

static long combined(int number, size_t i, int op) {
  long all = term(number, 0, i);
  for (int t = 1; t < N; t++) {
    long v = term(number, t, i);
    all = op == UPC_ADD ? all + v : op == UPC_MAX ? (all > v ? all : v) : all ^ v;
  }
  return all;
}

static upcr_ppts_t part_of(upcr_ppts_t array, int thread) {
  return upcr_pp(upcr_pts_make((unsigned long)thread, upcr_pts_offset(array.p)), 0);
}

static int vector_is_right(upcr_ppts_t array, int thread, int number, size_t n, int op) {
  long *v = (long *)(void *)buffer;
  size_t first = tested->operation == UPCR_ALL_REDUCE_SCATTER ? (size_t)thread * n : 0;
  upc_memget(v, part_of(array, thread), n * sizeof *v);
  for (size_t i = 0; i < n; i++)
    if (v[i] != combined(number, first + i, op))
      return 0;
  return 1;
}

static void vector_round(int number, size_t n, enum upcr_sync in, enum upcr_sync out, int op, int in_place) {
  int scatters = tested->operation == UPCR_ALL_REDUCE_SCATTER, whose = in == UPCR_ALLSYNC ? (ME + 1) % N : ME;
  size_t all = scatters ? n * (size_t)N : n;
  upcr_ppts_t to = in_place ? src : dst;
  long *v = (long *)(void *)buffer;
  for (size_t i = 0; i < all; i++)
    v[i] = term(number, whose, i);
  upc_memput(part_of(src, whose), v, all * sizeof *v);
  if (in == UPCR_NOSYNC)
    barrier();
  (scatters ? upcx_all_reduce_scatter : upcx_all_reduce_all)(to, src, UPC_LONG, op, n, in_flags[in] | out_flags[out]);
  if (out == UPCR_NOSYNC)
    barrier();
  whose = out == UPCR_ALLSYNC ? (ME + 1) % N : ME;
  int right = vector_is_right(to, whose, number, n, op);
  if (!right)
    fprintf(stderr, "%s: %zu elements, op %d, modes %d %d, in place %d, %d threads\n", tested_name, n, op, (int)in,
            (int)out, in_place, N);
  CHECK(right);
  barrier();
}

static void vectors(void) {
  static const int ops[] = {UPC_ADD, UPC_MAX, UPC_XOR};
  size_t threads = (size_t)N, counts[] = {1, 2, threads, 6, 7, 100, 512, 513, 1500, 9001};
  int number = 0;
  src = upc_all_alloc((size_t)N, ROOM);
  dst = upc_all_alloc((size_t)N, ROOM);
  for (int mode = 0; mode < 9; mode++)
    for (unsigned c = 0; c < sizeof counts / sizeof *counts; c++)
      for (int in_place = 0; in_place < 2; in_place++)
        if (++number &&
            (tested->operation == UPCR_ALL_REDUCE_ALL || (!in_place && counts[c] * threads * sizeof(long) <= ROOM)))
          vector_round(number, counts[c], mode / 3, mode % 3, ops[number % 3], in_place);
}

static void body(void) {
  upcr_wait_tune(upcr_self.threads > sysconf(_SC_NPROCESSORS_ONLN));
  if (tested->operation == UPCR_ALL_REDUCE_ALL || tested->operation == UPCR_ALL_REDUCE_SCATTER)
    vectors();
  else if (tested->operation == UPCR_ALL_REDUCE || tested->operation == UPCR_ALL_PREFIX_REDUCE)
    compute();
  else
    relocate();
  barrier();
}

/* Runs all rounds with the forced algorithm. A parameter of 0 is the algorithm's own. */
static void run_with(const struct upcr_job_config *config, const char *wanted, int parameter) {
  char err[400];
  int n = snprintf(tested_name, sizeof tested_name, "%s:%s", upcr_operation_name(tested->operation), tested->name);
  if (wanted && !strstr(tested_name, wanted))
    return;
  if (parameter)
    snprintf(tested_name + n, sizeof tested_name - (size_t)n, ":%d", parameter);
  if (!CHECK(upcr_coll_force(tested_name, err, sizeof err) == 0 && multi_run(config, body) == 0))
    fprintf(stderr, "%s failed\n", tested_name);
}

/* With its own parameter, and with the least and one more; `full`: with others too. */
static void run_tested(const struct upcr_job_config *config, const char *wanted) {
  const struct upcr_parameter *parameter = upcr_parameter_of(tested);
  run_with(config, wanted, 0);
  if (!parameter)
    return;
  if (parameter->least != tested->parameter)
    run_with(config, wanted, parameter->least);
  run_with(config, wanted, parameter->least + 1);
  if (full) {
    run_with(config, wanted, parameter->least + 5);
    run_with(config, wanted, parameter->most);
  }
}

int main(int argc, char **argv) {
  if (argc < 4) {
    fprintf(stderr, "usage: %s THREADS PSHM_WIDTH PTHREADS_PER_PROCESS [ALGORITHM]\n", argv[0]);
    return 2;
  }
  upcr_log_no_warn(1); /* where an algorithm cannot serve a call */
  full = getenv("UPC_TEST_FULL") != 0;
  multi_counts = mmap(0, sizeof *multi_counts, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  struct upcr_job_config config = {.threads = atoi(argv[1]),
                                   .pshm_width = atoi(argv[2]),
                                   .pthreads_per_process = atoi(argv[3]),
                                   .heap_bytes = 8 << 20,
                                   /* few threads synchronise by words wherever the test runs (coll/words.c) */
                                   .oversubscribed = atoi(argv[1]) > UPCR_BARRIER_FLAT_MAX &&
                                                     atoi(argv[1]) > sysconf(_SC_NPROCESSORS_ONLN)};
  struct upcr_topo_config places = {
      .threads = config.threads, .node_threads = config.pshm_width, .bind = "core", .machine = "numa:3 core:2"};
  char err[200];
  CHECK(upcr_topo_create(&places, err, sizeof err) == 0);
  for (int i = 0; (tested = upcr_algorithm_at(i)); i++)
    run_tested(&config, argc > 4 ? argv[4] : 0);
  CHECK(multi_counts->passed + multi_counts->failed > 0);
  printf("%d passed, %d failed\n", multi_counts->passed, multi_counts->failed);
  return multi_counts->failed != 0;
}
