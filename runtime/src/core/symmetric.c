/* SPDX-License-Identifier: Apache-2.0 */
/* The symmetric heap: upc_all_alloc and upc_global_alloc take the same offset in all segments,
 * of all nodes. */
#include "alloc.h"

#include "../base/atomics.h"
#include "../base/wait.h"
#include "../mem/control.h"
#include "../mem/heap.h"
#include "../mem/job.h"
#include "../mem/segment.h"
#include "../net/net.h"

enum step { TAKE, GIVE, MOVE_LIMITS };
enum {
  TRIES = 100 /* tests of the heap's flag before a yield or a refusal */
};

/* Arguments and results of a step: a request's payload. */
struct step_words {
  uint64_t in[3], out[2];
  uint64_t done; /* false: the heap was in use; ask again */
};

/* The heap's flag is held for one step, which never waits. The acquire pairs with the release of
 * the previous step. */
static bool try_heap(void) {
  for (int i = 0; i < TRIES; i++) {
    if (!atomic_exchange_explicit(&upcr_job->core->symmetric_busy, 1, memory_order_acquire))
      return true;
    upcr_cpu_pause();
  }
  return false;
}

static void leave_heap(void) {
  atomic_store_explicit(&upcr_job->core->symmetric_busy, 0, memory_order_release);
}

static void take(struct step_words *w) {
  struct upcr_heap *heap = upcr_job->symmetric;
  char *base = upcr_job->shadow;
  if (w->in[0])
    upcr_heap_extend_up(heap, base, w->in[0]);
  w->out[0] = upcr_heap_alloc(heap, base, w->in[1], w->in[2]);
  w->out[1] = w->out[0] ? 0 : upcr_heap_free_at_top(heap, base);
}

static void give(struct step_words *w) {
  struct upcr_heap *heap = upcr_job->symmetric;
  char *base = upcr_job->shadow;
  w->out[0] = upcr_heap_free(heap, base, w->in[0]);
  bool trims = w->out[0] && upcr_heap_free_at_top(heap, base) >= w->in[1];
  w->out[1] = trims ? upcr_heap_trim_up(heap, base, UPCR_PAGE) : 0;
}

/* Moves the limits of all threads of this node, or of none. */
static bool move_limits_here(int64_t pages) {
  int first = upcr_job->config.first, t = first;
  while (t < upcr_job->config.end && upcr_limit_move(&upcr_segment_header(t)->limit, pages, 0))
    t++;
  if (t == upcr_job->config.end)
    return true;
  while (t-- > first)
    upcr_limit_move(&upcr_segment_header(t)->limit, -pages, 0);
  return false;
}

static void carry_out(enum step step, struct step_words *w) {
  w->done = true;
  if (step == MOVE_LIMITS) {
    w->out[0] = move_limits_here((int64_t)w->in[0]);
    return;
  }
  w->done = try_heap();
  if (!w->done)
    return;
  if (step == TAKE)
    take(w);
  else
    give(w);
  leave_heap();
}

/* arg[0]: the step; payload: its words, which are replied. */
static void handle(struct upcr_am *message) {
  carry_out((enum step)message->arg[0], message->payload);
}

void upcr_symmetric_start(void) { upcr_am_table[UPCR_AM_SYMMETRIC] = handle; }

/* Asks the node of `thread` until it has executed the step. */
static void request(int thread, enum step step, struct step_words *w) {
  do {
    if (upcr_in_node(thread)) {
      carry_out(step, w);
    } else {
      struct upcr_am message = {.handler = UPCR_AM_SYMMETRIC,
                                .arg = {(uint64_t)step},
                                .length = sizeof *w,
                                .room = sizeof *w,
                                .payload = w};
      upcr_net->am_request(thread, &message);
    }
    if (!w->done)
      upcr_give_core_away();
  } while (!w->done);
}

uint64_t upcr_symmetric_take(uint64_t bytes, uint64_t n, uint64_t align, uint64_t *have) {
  struct step_words w = {.in = {bytes, n, align}};
  request(0, TAKE, &w);
  *have = w.out[1];
  return w.out[0];
}

bool upcr_symmetric_give(uint64_t payload, uint64_t trim_at, uint64_t *cut) {
  struct step_words w = {.in = {payload, trim_at}};
  request(0, GIVE, &w);
  *cut = w.out[1];
  return w.out[0] != 0;
}

static bool move_limits_of(int node, int64_t pages) {
  struct step_words w = {.in = {(uint64_t)pages}};
  request(upcr_job->config.node_first[node], MOVE_LIMITS, &w);
  return w.out[0] != 0;
}

bool upcr_symmetric_move_limits(int64_t pages) {
  int nodes = upcr_has_nodes() ? upcr_job->config.nodes : 1;
  if (nodes == 1)
    return move_limits_here(pages);
  for (int node = 0; node < nodes; node++) {
    if (move_limits_of(node, pages))
      continue;
    while (node-- > 0)
      move_limits_of(node, -pages);
    return false;
  }
  return true;
}
