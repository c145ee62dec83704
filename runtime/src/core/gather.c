/* SPDX-License-Identifier: Apache-2.0 */
/* Copies of far arrays that a loop reads by arbitrary subscripts, `sum += a[b[i]]`.
 *
 * The compiler has proved (passes/gather.rs) that the loop does not synchronise, does not wait, and
 * does not write to the array. So its relaxed reads may be made early (UPC 1.3, 5.1.2.3). A copy
 * reads only existing elements: it cannot trap, whatever the subscripts are.
 *
 * This file decides whether the copy pays. It takes a message for each far thread, and memory for
 * the array. So the copy is made if the loop is known to make many reads, or after it has made
 * many, when these have taken about as long as the copy will. */
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "../mem/job.h"
#include "../net/net.h"
#include "transfer.h"

enum {
  DUE = 8,         /* copy before the loop if it has a read for so many far elements */
  MADE = 64,       /* the same if reads are counted during the loop */
  FEW = 16,        /* too few reads for a copy */
  MOST = 256 << 20 /* largest array to copy, in bytes */
};

/* The number of far threads, the same for all threads of a process. -1: not counted yet. */
static atomic_int far_threads = -1;

static int count_far(void) {
  int n = atomic_load_explicit(&far_threads, memory_order_relaxed);
  if (n < 0) {
    n = 0;
    for (int t = 0; t < upcr_self.threads; t++)
      n += upcr_self.map[t] == 0;
    atomic_store_explicit(&far_threads, n, memory_order_relaxed);
  }
  return n;
}

int upcr_some_far(void) { return count_far() != 0; }

static int parts(const struct upcr_gather *g) { return g->block == 0 ? 1 : upcr_self.threads; }

static char *near_part(const struct upcr_gather *g, int t) {
  char *base = upcr_self.map[t];
  return base ? base + upcr_pts_make((unsigned long)t, upcr_pts_offset(g->start)) : (char *)0;
}

/* Gets the parts of the threads; all gets are under way at once. */
static bool fetch(const struct upcr_gather *g, char *to) {
  int n = parts(g);
  upcr_net_handle_t *transfer = calloc((size_t)n, sizeof *transfer);
  if (!transfer)
    return false;
  for (int t = 0; t < n; t++)
    if (!near_part(g, t)) {
      upcr_pts_t from = upcr_pts_make((unsigned long)t, upcr_pts_offset(g->start));
      transfer[t] = upcr_net->get_nb(to + (size_t)t * g->local, from, g->local, UPCR_MEMORY_HOST);
    }
  for (int t = 0; t < n; t++)
    if (near_part(g, t))
      memcpy(to + (size_t)t * g->local, near_part(g, t), g->local);
    else
      upcr_net->wait(transfer[t]);
  free(transfer);
  return true;
}

/* Arranges the elements in order, from the parts of the threads. */
static void put_in_order(const struct upcr_gather *g, char *to, const char *from) {
  unsigned long threads = (unsigned long)parts(g), block = 0;
  for (unsigned long first = 0; first < g->elems; first += g->block, block++) {
    unsigned long rest = g->elems - first, n = rest < g->block ? rest : g->block;
    const char *at = from + block % threads * g->local + block / threads * g->block * g->elem_size;
    memcpy(to + first * g->elem_size, at, n * g->elem_size);
  }
}

static bool is_in_order(const struct upcr_gather *g) {
  return g->block == 0 || g->block * g->elem_size == g->local;
}

/* If there is no memory for a copy, the loop goes on without one. */
static void copy_array(struct upcr_gather *g) {
  size_t bytes = (size_t)parts(g) * g->local;
  char *all = bytes > MOST ? 0 : malloc(bytes);
  char *ordered = all && !is_in_order(g) ? malloc(g->elems * g->elem_size) : 0;
  g->left = ~0ul;
  if (!all || (!ordered && !is_in_order(g)) || !fetch(g, all)) {
    free(ordered);
    free(all);
    return;
  }
  if (ordered) {
    put_in_order(g, ordered, all);
    free(all);
  }
  g->copy = ordered ? ordered : all;
  g->copied = g->elems;
}

static unsigned long far_elems(const struct upcr_gather *g) {
  int far = g->block == 0 ? upcr_self.map[0] == 0 : count_far();
  return (unsigned long)far * (g->local / g->elem_size);
}

void upcr_gather_begin(struct upcr_gather *g, upcr_pts_t start, unsigned long elems,
                       unsigned long block, unsigned long elem_size, unsigned long local,
                       long due) {
  *g = (struct upcr_gather){
      .start = start, .elems = elems, .block = block, .elem_size = elem_size, .local = local};
  unsigned long far = far_elems(g);
  g->left = FEW + far / MADE;
  if (far > 0 && due > FEW && (unsigned long)due >= far / DUE)
    copy_array(g);
}

/* Rounds down: subscripts beyond the ends of an array continue as in pointer arithmetic. */
static long floor_of(long a, long b) { return a / b - (a % b < 0); }

upcr_pts_t upcr_gather_miss(struct upcr_gather *g, long elem, unsigned long offset) {
  long block = (long)g->block, threads = upcr_self.threads, row = 0, inside = elem, thread = 0;
  upcr_pts_t at;
  if (block > 0) {
    long number = floor_of(elem, block);
    inside = elem - number * block;
    row = floor_of(number, threads);
    thread = number - row * threads;
  }
  at = upcr_pts_make((unsigned long)thread,
                     upcr_pts_offset(g->start) +
                         (unsigned long)(row * block + inside) * g->elem_size + offset);
  if (upcr_self.map[thread] == 0 && g->left-- == 0)
    copy_array(g);
  return at;
}

void upcr_gather_end(struct upcr_gather *g) { free(g->copy); }
