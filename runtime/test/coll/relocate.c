/* SPDX-License-Identifier: Apache-2.0 */
/* Broadcast, scatter, gather, gather to all, exchange, permute. */
#include <stdio.h>
#include <string.h>

#include "coll.h"

static const size_t sizes[] = {1,    8,    48,    49,    333,   4092,  4096,  4097,
                               8192, 8193, 16384, 16385, 32768, 32769, 65537, 135001};
enum { SIZES = sizeof sizes / sizeof *sizes, PERIOD = 251 /* of the bytes of a block */ };

struct round {
  size_t n;
  int mode, root, number;
  size_t shift; /* of both arrays, so that blocks lie at any address */
};

/* Byte k of a block, 0 <= k < PERIOD; they repeat. Blocks differ by round, owner and number. */
static unsigned char byte_of(const struct round *r, int owner, int block, size_t k) {
  return (unsigned char)(r->number * 31 + owner * 7 + block * 13 + (int)k + 1);
}

static upcr_ppts_t at(upcr_ppts_t array, const struct round *r, int thread, int block) {
  return upcr_pp(upcr_pts_make((unsigned long)thread, upcr_pts_offset(array.p)) + r->shift +
                     (size_t)block * r->n,
                 0);
}

static void fill_block(const struct round *r, int owner, int block) {
  unsigned char *to = coll_bytes + (size_t)block * r->n;
  size_t first = r->n < PERIOD ? r->n : PERIOD;
  for (size_t k = 0; k < first; k++)
    to[k] = byte_of(r, owner, block, k);
  for (size_t k = first; k < r->n; k += PERIOD)
    memcpy(to + k, to, r->n - k < PERIOD ? r->n - k : PERIOD);
}

static void fill(const struct round *r, int thread, int blocks) {
  for (int b = 0; b < blocks; b++)
    fill_block(r, thread, b);
  upc_memput(at(coll_src, r, thread, 0), coll_bytes, (size_t)blocks * r->n);
}

static int holds(const struct round *r, int thread, int block, int owner, int source_block) {
  upc_memget(coll_bytes, at(coll_dst, r, thread, block), r->n);
  for (size_t k = 0; k < r->n && k < PERIOD; k++)
    if (coll_bytes[k] != byte_of(r, owner, source_block, k))
      return 0;
  return r->n <= PERIOD || memcmp(coll_bytes, coll_bytes + PERIOD, r->n - PERIOD) == 0;
}

static int blocks_of_source(void) {
  return coll_tested.operation == UPCR_ALL_SCATTER || coll_tested.operation == UPCR_ALL_EXCHANGE
             ? N
             : 1;
}

static int one_source(void) {
  return coll_tested.operation == UPCR_ALL_BROADCAST || coll_tested.operation == UPCR_ALL_SCATTER;
}

static int target_of(const struct round *r, int thread) { return (thread + r->number) % N; }

static void prepare(const struct round *r) {
  int whose = coll_writes_for(r->mode);
  if (!one_source() || whose == r->root)
    fill(r, whose, blocks_of_source());
  upcr_put_i32(upcr_add1(coll_small.p, whose, sizeof(int)), target_of(r, whose));
  coll_before(r->mode);
}

static void call(const struct round *r) {
  upcr_ppts_t from = at(coll_src, r, one_source() ? r->root : 0, 0), to = at(coll_dst, r, 0, 0);
  int flags = coll_flags(r->mode);
  switch (coll_tested.operation) {
  case UPCR_ALL_BROADCAST:
    upc_all_broadcast(to, from, r->n, flags);
    break;
  case UPCR_ALL_SCATTER:
    upc_all_scatter(to, from, r->n, flags);
    break;
  case UPCR_ALL_GATHER:
    upc_all_gather(at(coll_dst, r, r->root, 0), from, r->n, flags);
    break;
  case UPCR_ALL_GATHER_ALL:
    upc_all_gather_all(to, from, r->n, flags);
    break;
  case UPCR_ALL_EXCHANGE:
    upc_all_exchange(to, from, r->n, flags);
    break;
  case UPCR_ALL_PERMUTE:
    upc_all_permute(to, from, coll_small.p, r->n, flags);
    break;
  default:
    break;
  }
}

/* True if the data that `thread` got are right. */
static int is_right(const struct round *r, int thread) {
  int right = 1;
  switch (coll_tested.operation) {
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
    upc_memset(at(coll_src, r, thread, 0), 0, (size_t)blocks_of_source() * r->n);
}

static void check(const struct round *r) {
  coll_after(r->mode);
  int other = coll_reads_of(r->mode);
  int right = is_right(r, ME) && (other == ME || is_right(r, other));
  if (!right)
    fprintf(stderr, "%s: %zu bytes, root %d, modes %d %d, %d threads\n", coll_name, r->n, r->root,
            (int)coll_in(r->mode), (int)coll_out(r->mode), N);
  CHECK(right);
  spoil(r, other);
  /* Calls of like modes follow each other without a barrier. */
  if ((int)coll_in(r->mode) != (int)coll_out(r->mode) || coll_in(r->mode) == UPCR_NOSYNC ||
      r->number % 5 == 0)
    coll_barrier();
}

static int is_tested(size_t n) {
  int blocks =
      coll_tested.operation == UPCR_ALL_BROADCAST || coll_tested.operation == UPCR_ALL_PERMUTE ? 1
                                                                                               : N;
  return n * (size_t)blocks <= COLL_ROOM - 8;
}

static int has_root(void) { return one_source() || coll_tested.operation == UPCR_ALL_GATHER; }

static int has_turn(int mode, int size) {
  if (!is_tested(sizes[size]))
    return 0;
  return coll_full || sizes[size] <= 49 ? coll_has_turn(size, mode) : coll_in_third(size, mode);
}

static int pairs_with_turns(void) {
  int count = 0;
  for (int mode = 0; mode < COLL_MODES; mode++)
    for (int size = 0; size < SIZES; size++)
      count += has_turn(mode, size);
  return count;
}

/* How many roots a size and a pair of modes are tested with: `full`, so many that every thread
 * is one. */
static int roots_at_once(void) {
  if (!coll_full || !has_root())
    return 1;
  int least = N <= 4    ? N
              : N <= 17 ? 2
                        : 1,
      pairs = pairs_with_turns(), needed = (N + pairs - 1) / pairs;
  return needed > least ? needed : least;
}

/* The i-th of the roots that are tested at once. Roots cycle through all threads while sizes and
 * modes cycle through theirs; with few threads so often that a size does not get the same root
 * again. */
static int root_of(int number, int roots, int i) {
  if (N <= 17)
    return (number + number / SIZES + coll_turn + i * N / roots) % N;
  return (number * roots + i + coll_turn) % N;
}

static void run_round(int mode, int size, int root, int number) {
  struct round r = {sizes[size], mode, root, number, (size_t)number % 3};
  prepare(&r);
  call(&r);
  check(&r);
}

/* Every size with every pair of modes; else each size with some, by turns those that fit in a line
 * with all. */
void coll_relocate(void) {
  int roots = roots_at_once();
  for (int mode = 0, number = 0; mode < COLL_MODES; mode++, coll_barrier())
    for (int size = 0; size < SIZES; size++) {
      if (!has_turn(mode, size))
        continue;
      for (int i = 0; i < roots; i++)
        run_round(mode, size, root_of(number, roots, i), number * roots + i);
      number++;
    }
}
