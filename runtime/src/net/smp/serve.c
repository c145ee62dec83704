/* Answers requests. */
#include <stdatomic.h>

#include "../../mem/job.h"
#include "smp.h"

void upcr_smp_run_here(struct upcr_am *message) { upcr_am_table[message->handler](message); }

/* The reply is published by the release of the state, which the requester reads with acquire. From then on the cell is the
 * requester's again. */
static void answer(uint32_t number) {
  struct upcr_smp_cell *cell = &upcr_job->smp->cell[number];
  struct upcr_am message = {.handler = cell->handler,
                            .arg = {cell->arg[0], cell->arg[1]},
                            .length = cell->length,
                            .room = cell->room,
                            .payload = upcr_smp_payload(upcr_job->smp, number)};
  upcr_smp_run_here(&message);
  cell->length = (uint16_t)message.length;
  atomic_store_explicit(&cell->state, UPCR_SMP_DONE, memory_order_release);
  upcr_ring(upcr_smp_bell_of((int)(number / upcr_job->smp->depth)));
}

bool upcr_smp_poll(void) {
  uint32_t link = upcr_smp_take(upcr_smp_process);
  if (link == 0)
    return false;
  while (link) {
    uint32_t number = link - 1;
    link = upcr_job->smp->cell[number].next; /* before the cell is the requester's again */
    answer(number);
  }
  return true;
}
