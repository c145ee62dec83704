/* SPDX-License-Identifier: Apache-2.0 */
/* Active messages: many under way, targets that do not poll, transfers larger than a message. */
#include "multi.h"

#include <core/library.h>
#include <stdlib.h>
#include <string.h>

enum { TRANSFERS = 40, PIECE = 5000, LONG = 300000 };

static unsigned char byte_at(int thread, size_t i) {
  return (unsigned char)((size_t)thread * 31 + i * 7 + i / 251);
}

static upcr_pts_t own_block(upcr_pts_t array, int thread) { return upcr_add1(array, thread, LONG); }

static void fill(upcr_pts_t array, int as) {
  unsigned char *block = upcr_local(own_block(array, ME));
  for (size_t i = 0; i < LONG; i++)
    block[i] = byte_at(as, i);
}

static int is_filled(const unsigned char *block, int as, size_t from, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (block[i] != byte_at(as, from + i))
      return 0;
  return 1;
}

/* More gets than cells, finished in any order. */
static void check_gets(upcr_pts_t array) {
  static UPCR_TEST_TLS unsigned char into[TRANSFERS][PIECE];
  unsigned long handle[TRANSFERS];
  int next = (ME + 1) % N, wrong = 0;
  memset(into, 0, sizeof into);
  for (int i = 0; i < TRANSFERS; i++)
    handle[i] =
        upc_memget_nb(into[i], upcr_pp(own_block(array, next) + (unsigned)i * PIECE, 0), PIECE);
  for (int i = TRANSFERS; i-- > 0;) {
    if (i % 2)
      upc_sync(handle[i]);
    else
      while (!upc_sync_attempt(handle[i]))
        ;
    wrong += !is_filled(into[i], next, (size_t)i * PIECE, PIECE);
  }
  CHECK(wrong == 0);
}

/* Everyone to everyone at once; the source may change once the call has returned. */
static void check_puts(upcr_pts_t array) {
  unsigned char *from = malloc(LONG);
  upcr_barrier(0, 0);
  size_t share = (size_t)(LONG / N);
  for (int t = 0; t < N; t++) {
    for (size_t i = 0; i < share; i++)
      from[i] = byte_at(ME, i);
    upc_memput_nbi(upcr_pp(own_block(array, t) + (size_t)ME * share, 0), from, share);
    if (t % 3 == 2)
      upc_synci();
  }
  while (!upc_synci_attempt())
    ;
  upcr_barrier(0, 0);
  int wrong = 0;
  for (int t = 0; t < N; t++)
    wrong += !is_filled((unsigned char *)upcr_local(own_block(array, ME)) + (size_t)t * share, t, 0,
                        share);
  CHECK(wrong == 0);
  upcr_barrier(0, 0);
  free(from);
}

static void check_long(upcr_pts_t array) {
  unsigned char *copy = malloc(LONG);
  int next = (ME + 1) % N;
  fill(array, ME);
  upcr_barrier(0, 0);
  upc_memget(copy, upcr_pp(own_block(array, next), 0), LONG);
  CHECK(is_filled(copy, next, 0, LONG));
  upcr_barrier(0, 0);
  upc_memput(upcr_pp(own_block(array, next) + 1, 0), copy, LONG - 1); /* not aligned */
  upcr_barrier(0, 0);
  CHECK(is_filled((unsigned char *)upcr_local(own_block(array, ME)) + 1, ME, 0, LONG - 1));
  upcr_barrier(0, 0);
  free(copy);
}

/* Thread 0 polls its own memory without calls of the runtime, until each of the others has written
 * to it. */
static void check_busy_target(void) {
  upcr_pts_t words = upc_all_alloc(1, (size_t)N * sizeof(int)).p;
  if (ME == 0)
    upc_memset(upcr_pp(words, 0), 0, (size_t)N * sizeof(int));
  upcr_barrier(0, 0);
  if (ME != 0)
    upcr_put_i32(words + (unsigned)ME * sizeof(int), 1);
  else
    for (int t = 1; t < N; t++)
      while (!__atomic_load_n((int *)upcr_local(words) + t, __ATOMIC_ACQUIRE))
        ;
  upcr_barrier(0, 0);
  upc_all_free(upcr_pp(words, 0));
}

void test_messages(void) {
  upcr_pts_t array = upc_all_alloc((size_t)N, LONG).p;
  fill(array, ME);
  upcr_barrier(0, 0);
  check_gets(array);
  upcr_barrier(0, 0);
  check_puts(array);
  check_long(array);
  check_busy_target();
  upc_all_free(upcr_pp(array, 0));
}
