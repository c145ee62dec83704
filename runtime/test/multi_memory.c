/* SPDX-License-Identifier: Apache-2.0 */
/* Shared allocation from all threads. */
#include <mem/segment.h>
#include <string.h>

#include "multi.h"

enum { LIVE = 20, STEPS = 400 };

static uint64_t state;
static uint64_t next_random(uint64_t *seed) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return *seed >> 33;
}

static void barrier(void) { upcr_barrier(0, 0); }

static int is_null(upcr_ppts_t p) { return p.p == 0 && p.phase == 0; }

static void check_limits(void) {
  CHECK(is_null(upc_alloc(0)) && is_null(upc_alloc(~0ul)) && is_null(upc_alloc(1ul << 30)));
  CHECK(is_null(upc_global_alloc(0, 5)) && is_null(upc_global_alloc(5, 0)) &&
        is_null(upc_global_alloc(1ul << 40, 1ul << 40)));
  CHECK(is_null(upc_local_alloc(1ul << 33, 1ul << 33)) &&
        is_null(upc_all_alloc((size_t)N * 2, ~0ul / 2)));
  upc_free(upcr_pp(0, 0));
  upc_all_free(upcr_pp(0, 0));
}

static void check_own(void) {
  upcr_ppts_t p = upc_alloc(1000);
  CHECK(upc_threadof(p) == (size_t)ME && upc_phaseof(p) == 0 && p.p % 16 == 0);
  char *local = upcr_local(p.p);
  memset(local, ME, 1000);
  upcr_ppts_t q = upc_alloc(5000);
  CHECK(q.p % 64 == 0 && local[0] == (char)ME && local[999] == (char)ME);
  upc_free(q);
  upc_free(p);
}

/* Blocks of a symmetric array are where pointer arithmetic puts them, and all threads can write
 * them. */
static void check_all(void) {
  upcr_ppts_t a = upc_all_alloc((size_t)N * 3, 100);
  CHECK(upc_threadof(a) == 0 && a.phase == 0);
  for (int i = 0; i < 3; i++)
    upc_memset(upcr_pp(upcr_idxb(a.p, (ME + i * N) * 100, 100, 1), 0), ME + i, 100);
  barrier();
  int wrong = 0;
  for (int block = 0; block < 3 * N; block++) {
    char text[100];
    upc_memget(text, upcr_pp(upcr_idxb(a.p, block * 100, 100, 1), 0), 100);
    wrong += text[0] != (char)(block % N + block / N) || text[99] != text[0];
  }
  CHECK(wrong == 0);
  upc_all_free(a);
}

/* Every thread allocates; the next frees. */
static void check_free_by_others(void) {
  upcr_pts_t table = upc_all_alloc((size_t)N, sizeof(upcr_ppts_t)).p;
  for (int round = 0; round < 30; round++) {
    upcr_ppts_t p =
        round % 2 ? upc_alloc(200000) : upc_global_alloc((size_t)N, (1u << 20) / (unsigned)N);
    CHECK(!is_null(p));
    upcr_put_pp(upcr_add1(table, ME, sizeof p), p);
    barrier();
    upc_free(upcr_get_pp(upcr_add1(table, (ME + 1) % N, sizeof p)));
    barrier();
  }
  upc_all_free(upcr_pp(table, 0));
}

/* All of the heap is allocated as one kind, then as the other, and is freed again. */
static void check_whole_heap(void) {
  size_t most = (upcr_job->heap_end - upcr_job->heap_base) / 4 * 3;
  for (int round = 0; round < 3; round++) {
    upcr_ppts_t all = upc_all_alloc((size_t)N, most);
    CHECK(!is_null(all));
    CHECK(is_null(upc_alloc(most)));
    barrier();
    upc_all_free(all);
    barrier();
    upcr_ppts_t own = upc_alloc(most);
    CHECK(!is_null(own));
    CHECK(is_null(upc_all_alloc((size_t)N, most)));
    barrier();
    upc_free(own);
    barrier();
  }
}

struct block {
  upcr_ppts_t p;
  size_t size;
};

static void replace(struct block *block, uint64_t *seed) {
  char text[64];
  if (block->size) {
    upc_memget(text, block->p, sizeof text);
    CHECK(text[0] == (char)ME && text[63] == (char)ME);
    upc_free(block->p);
    block->size = 0;
    return;
  }
  size_t size = 64 + next_random(seed) % 20000;
  block->p = next_random(seed) % 3 ? upc_alloc(size) : upc_global_alloc((size_t)N, size);
  if (is_null(block->p))
    return;
  block->size = size;
  memset(text, ME, sizeof text);
  upc_memput(block->p, text, sizeof text);
}

static void check_random(void) {
  struct block live[LIVE] = {0};
  uint64_t seed = state + (uint64_t)ME;
  for (int i = 0; i < STEPS; i++)
    replace(&live[next_random(&seed) % LIVE], &seed);
  for (int i = 0; i < LIVE; i++)
    if (live[i].size)
      replace(&live[i], &seed);
  barrier();
  if (ME == 0)
    CHECK(upcr_heap_consistent(upcr_job->symmetric, upcr_job->shadow));
  CHECK(upcr_heap_consistent(&upcr_segment_header(ME)->heap, upcr_segment_base(ME)));
  barrier();
}

void test_memory(void) {
  check_limits();
  check_own();
  check_all();
  check_free_by_others();
  check_whole_heap();
  check_random();
}
