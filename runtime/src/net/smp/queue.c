/* SPDX-License-Identifier: Apache-2.0 */
/* A process's queue of requests, with many senders; any thread of the process may take requests.
 *
 * It is a stack on which senders push cells by compare-and-swap. A thread takes the whole stack and
 * reverses it, so the oldest comes first. No thread takes a single cell, so there is no ABA
 * problem.
 *
 * push: the cell's fields and `next` are plain stores, published by the release in the
 * compare-and-swap; take's acquire pairs with it. The release sequence of later pushes keeps that
 * for cells further down. A cell's fields are not touched by its owner until its state says that it
 * is answered, and `next` is read before that. models/queue.pml checks it. */
#include <stdatomic.h>

#include "../../mem/job.h"
#include "smp.h"

static _Atomic uint32_t *top_of(int process) { return &upcr_job->smp->inbox[process].top; }

void upcr_smp_push(int process, uint32_t number) {
  _Atomic uint32_t *top = top_of(process);
  struct upcr_smp_cell *cell = &upcr_job->smp->cell[number];
  uint32_t seen = atomic_load_explicit(top, memory_order_relaxed);
  do
    cell->next = seen;
  while (!atomic_compare_exchange_weak_explicit(top, &seen, number + 1, memory_order_seq_cst,
                                                memory_order_relaxed));
}

static uint32_t oldest_first(uint32_t newest) {
  uint32_t oldest = 0;
  for (uint32_t link = newest, next; link; link = next) {
    next = upcr_job->smp->cell[link - 1].next;
    upcr_job->smp->cell[link - 1].next = oldest;
    oldest = link;
  }
  return oldest;
}

/* True if the queue of a process is not empty. Sequentially consistent. */
static bool has_requests(int process) {
  return atomic_load_explicit(top_of(process), memory_order_seq_cst) != 0;
}

/* Takes all requests out of a process's queue: the number + 1 of the oldest, linked by `next`; 0:
 * none. */
static uint32_t take(int process) {
  return oldest_first(atomic_exchange_explicit(top_of(process), 0, memory_order_acquire));
}

/* Answers requests. */

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
  for (uint32_t link = take(upcr_smp_process); link;) {
    uint32_t number = link - 1;
    link = upcr_job->smp->cell[number].next; /* before the cell is the requester's again */
    answer(number);
  }
}

/* Two threads that answered at the same time would mix up the order of a sender's requests. A
 * thread that finds another one answering leaves, and may sleep; so a thread that has finished
 * examines the queue again. All four accesses are sequentially consistent: the first thread sees
 * the request before it finds `answering` true, the other sets it to false before it examines the
 * queue. models/queue.pml checks it. */
bool upcr_smp_poll(void) {
  static atomic_bool answering;
  bool served = false;
  while (has_requests(upcr_smp_process) && !atomic_exchange(&answering, true)) {
    answer_all();
    served = true;
    atomic_store(&answering, false);
  }
  return served;
}
