#include "symmetric.h"

#include "../mem/heap.h"
#include "../mem/job.h"
#include "../net/net.h"

static uint64_t carry_out(enum upcr_symmetric_step step, uint64_t a, uint64_t b) {
  struct upcr_heap *heap = upcr_job->symmetric;
  char *base = upcr_job->shadow;
  switch (step) {
  case UPCR_SYMMETRIC_ALLOC:
    return upcr_heap_alloc(heap, base, a, b);
  case UPCR_SYMMETRIC_FREE:
    return upcr_heap_free(heap, base, a);
  case UPCR_SYMMETRIC_FREE_AT_TOP:
    return upcr_heap_free_at_top(heap, base);
  case UPCR_SYMMETRIC_EXTEND:
    upcr_heap_extend_up(heap, base, a);
    return 0;
  case UPCR_SYMMETRIC_TRIM:
    return upcr_heap_trim_up(heap, base, a);
  }
  return 0;
}

/* arg[0]: the step; payload: its operands; replies the result. */
static void handle(struct upcr_am *message) {
  uint64_t *operands = message->payload;
  operands[0] = carry_out((enum upcr_symmetric_step)message->arg[0], operands[0], operands[1]);
  message->length = sizeof *operands;
}

void upcr_symmetric_start(void) { upcr_am_table[UPCR_AM_SYMMETRIC] = handle; }

uint64_t upcr_symmetric(enum upcr_symmetric_step step, uint64_t a, uint64_t b) {
  uint64_t operands[2] = {a, b};
  if (upcr_in_node(0))
    return carry_out(step, a, b);
  struct upcr_am message = {.handler = UPCR_AM_SYMMETRIC,
                            .arg = {(uint64_t)step},
                            .length = sizeof operands,
                            .room = sizeof *operands,
                            .payload = operands};
  upcr_net->am_request(0, &message);
  return operands[0];
}
