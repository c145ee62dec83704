/* SPDX-License-Identifier: Apache-2.0 */
#include "op.h"

#include <stdlib.h>
#include <string.h>

#include "../base/atomics.h"
#include "../base/log.h"
#include "../core/alloc.h"
#include "../mem/segment.h"

/* Freed objects, with the room for their steps, for later operations. A program's own pthreads
 * start operations of their UPC thread one at a time, like all collective calls. */
static UPCR_PER_THREAD struct upcr_op *idle;

/* Bytes of the smallest piece of scratch memory, and of the largest that is kept. */
enum { KEPT_LEAST = 1024, KEPT_MOST = 32 << 10 };

static void drop(struct upcr_scratch *scratch) {
  if (scratch->at)
    upcr_free_shared(scratch->at, "a team's operation");
  *scratch = (struct upcr_scratch){0, 0};
}

struct upcr_op *upcr_op_new(upcx_team_t team, enum upcr_collective function, uint32_t digest) {
  struct upcr_op *op = idle;
  if (op)
    idle = op->next_open;
  else
    op = calloc(1, sizeof *op);
  if (!op)
    upcr_fatal("%s: out of memory for its steps", upcr_collective_name(function));
  memset(op, 0, offsetof(struct upcr_op, step));
  op->team = team;
  op->function = function;
  op->tag = (uint32_t)function << 26 | (digest & 0x3ffffff);
  return op;
}

/* The object keeps its pieces of scratch memory, but large ones. */
void upcr_op_free(struct upcr_op *op) {
  for (int i = 0; i < op->scratches; i++)
    if (op->scratch[i].n > KEPT_MOST)
      drop(&op->scratch[i]);
  op->next_open = idle;
  idle = op;
}

char *upcr_op_scratch(struct upcr_op *op, size_t n, size_t offered) {
  if (offered <= UPCR_TEAM_INLINE && n <= UPCR_OP_SMALL - op->small_used) {
    char *small = op->small + op->small_used;
    op->small_used += (n + 15) & ~(size_t)15;
    return small;
  }
  char *heap = upcr_op_scratch_if_room(op, n);
  if (!heap)
    upcr_fatal("%s: no room for a buffer of %zu bytes in the shared heap; make it larger with "
               "upcrun -shared-heap",
               upcr_collective_name(op->function), n);
  return heap;
}

char *upcr_op_scratch_if_room(struct upcr_op *op, size_t n) {
  struct upcr_scratch *scratch = &op->scratch[op->scratches];
  size_t room = KEPT_LEAST;
  while (room < n && room < KEPT_MOST)
    room *= 2;
  if (room < n)
    room = n;
  if (scratch->n < room) {
    drop(scratch);
    scratch->at = upcr_alloc_own(room, UPCR_HEAP_LINE);
    if (!scratch->at)
      return 0;
    scratch->n = room;
  }
  op->scratches++;
  op->scratch_bytes += room;
  return upcr_segment_address(scratch->at);
}

bool upcr_op_is_scratch(const struct upcr_op *op, const char *own) {
  for (int i = 0; i < op->scratches; i++) {
    const char *begin = upcr_segment_address(op->scratch[i].at);
    if (own >= begin && own < begin + op->scratch[i].n)
      return true;
  }
  return false;
}

void upcr_op_add(struct upcr_op *op, struct upcr_step step) {
  if (op->steps == op->room) {
    op->room = op->room ? 2 * op->room : 32;
    op->step = realloc(op->step, op->room * sizeof *op->step);
    if (!op->step)
      upcr_fatal("%s: out of memory for its %zu steps", upcr_collective_name(op->function),
                 op->room);
  }
  op->step[op->steps++] = step;
}

void upcr_op_offer(struct upcr_op *op, int peer, const void *own, size_t n) {
  upcr_op_add(op, (struct upcr_step){.kind = UPCR_STEP_OFFER, .peer = peer, .from = own, .n = n});
  if (n <= UPCR_TEAM_INLINE)
    return;
  op->offers_long = true;
  op->offers_other |= !upcr_op_is_scratch(op, own);
}
