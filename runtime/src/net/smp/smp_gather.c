/* SPDX-License-Identifier: Apache-2.0 */
/* Updates and small puts to one process share messages in loops that the compiler marks (upcr_hold,
 * passes/updates.rs). These loops end whatever other threads do, so nothing is kept here for long.
 * A batch is sent when it is full; before any other request of the thread to that process, so that
 * its accesses stay in order; when its puts are completed; and at the end of the loop.
 *
 * Called with the thread's mutex held (smp_transfer.c) but for upcr_smp_has_gathered. */
#include <stdatomic.h>
#include <stdlib.h>

#include "../../base/atomics.h"
#include "../message_parts.h"
#include "smp.h"

enum {
  BATCHES = 8,  /* processes to which a thread gathers at once */
  BYTES = 4096, /* of a batch: 170 updates */
  SMALL = 64    /* bytes of a put: it is sent alone as fast as it is copied twice */
};

struct batch {
  int process, thread; /* a thread of that process */
  unsigned parts;
  size_t used, data; /* with and without the heads of the parts */
  _Alignas(8) char bytes[BYTES];
};

static UPCR_PER_THREAD struct batch *batches; /* [BATCHES], from the first update on */
/* Bit set of the batches with parts. Other pthreads of the UPC thread may read it without the
 * mutex: the program itself must order their accesses. */
static UPCR_PER_THREAD _Atomic unsigned filled;

bool upcr_smp_has_gathered(void) {
  return atomic_load_explicit(&filled, memory_order_relaxed) != 0;
}

static void count(int change) {
  unsigned n = atomic_load_explicit(&filled, memory_order_relaxed);
  atomic_store_explicit(&filled, n + (unsigned)change, memory_order_relaxed);
}

/* The batch is empty before its message is sent: that sends what is gathered for the process. */
static void send_batch(struct batch *batch) {
  if (batch->parts == 0)
    return;
  struct upcr_am message = {
      .handler = UPCR_AM_PARTS, .arg = {batch->parts, batch->data}, .length = batch->used};
  count(-1);
  batch->parts = 0;
  batch->used = batch->data = 0;
  upcr_smp_send(batch->thread, &message, batch->bytes, 0, UPCR_NET_PUTS);
}

static struct batch *batch_of(int process) { return &batches[process % BATCHES]; }

void upcr_smp_send_gathered(int process) {
  if (upcr_smp_has_gathered() && batch_of(process)->process == process)
    send_batch(batch_of(process));
}

void upcr_smp_send_all_gathered(void) {
  for (int i = 0; i < BATCHES && upcr_smp_has_gathered(); i++)
    send_batch(&batches[i]);
}

static void append(struct batch *batch, const struct upcr_am *message) {
  if (batch->parts++ == 0)
    count(1);
  upcr_part_write(batch->bytes + batch->used, message);
  batch->used += upcr_part_bytes(message);
  batch->data += message->length;
}

static bool may_gather(const struct upcr_am *message) {
  bool fits = message->handler == UPCR_AM_UPDATE ||
              (message->handler == UPCR_AM_PUT && message->length <= SMALL);
  return upcr_now.holding != 0 && fits && upcr_is_part(message);
}

bool upcr_smp_gather(int thread, const struct upcr_am *message) {
  int process = upcr_smp_process_of(thread);
  if (!may_gather(message) || (!batches && !(batches = calloc(BATCHES, sizeof *batches))))
    return false;
  struct batch *batch = batch_of(process);
  if (batch->process != process || batch->used + upcr_part_bytes(message) > BYTES)
    send_batch(batch);
  batch->process = process;
  batch->thread = thread;
  append(batch, message);
  return true;
}
