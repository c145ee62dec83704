/* SPDX-License-Identifier: Apache-2.0 */
/* Answers requests. */
#include <stdatomic.h>

#include "../../mem/job.h"
#include "smp.h"

void upcr_smp_run_here(struct upcr_am *message) { upcr_am_table[message->handler](message); }

/* The reply is published by the release of the state, which the requester reads with acquire. From
 * then on the cell is the requester's again. */
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

static void answer_all(void) {
  for (uint32_t link = upcr_smp_take(upcr_smp_process); link;) {
    uint32_t number = link - 1;
    link = upcr_job->smp->cell[number].next; /* before the cell is the requester's again */
    answer(number);
  }
}

/* Two threads that answered at once would mix up the order of a sender's requests. Who finds
 * another at it leaves, and may sleep: so who is done looks at the queue again. All four accesses
 * are sequentially consistent: the one that leaves has seen the request before it finds `answering`
 * true, the other sets it false before it looks. models/queue.pml checks it. */
bool upcr_smp_poll(void) {
  static atomic_bool answering;
  bool served = false;
  while (upcr_smp_has_requests(upcr_smp_process) && !atomic_exchange(&answering, true)) {
    answer_all();
    served = true;
    atomic_store(&answering, false);
  }
  return served;
}
