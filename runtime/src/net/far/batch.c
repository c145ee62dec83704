/* SPDX-License-Identifier: Apache-2.0 */
/* Small puts and updates to one process share messages.
 *
 * The first is sent at once. Until its reply arrives, further ones to the same process are gathered
 * in a batch. The batch is sent when the reply arrives, when it is full, before any other request
 * of the thread to that process, and when the thread completes its puts. So a put waits for at most
 * one round trip (Nagle's rule, RFC 896), even if the thread computes meanwhile, and a stream of
 * puts fills its messages.
 *
 * The thread that takes the reply may be in the conduit's receive and must not wait for the
 * sender's mutex: it sets `wanted` and tries the mutex. The holder reads `wanted` after unlocking
 * the mutex, and tries again. Each executes a full fence between the two steps, so one of them sees
 * the other. */
#include "../message_parts.h"
#include "sender.h"

/* The record is not pending. */
static void send_in(struct upcr_far_sender *sender, struct upcr_far_batch *batch,
                    struct upcr_far_record *record) {
  struct upcr_far_head head = {.kind = UPCR_FAR_BATCH,
                               .length = (uint16_t)batch->used,
                               .record = upcr_far_record_number(sender, record),
                               .arg = {batch->parts}};
  record->process = batch->process;
  upcr_far_begin_record(sender, record, 1);
  upcr_far_count(sender, batch->payload);
  upcr_far_process.conduit->send(batch->process, &head, sizeof head, batch->bytes, batch->used);
  batch->used = batch->parts = batch->payload = 0;
}

static struct upcr_far_record *own_record(struct upcr_far_sender *sender,
                                          const struct upcr_far_batch *batch) {
  return &sender->record[batch - sender->batch];
}

/* Acquire: pairs with the release that ends the transfer (far_request.c). */
static bool is_pending(const struct upcr_far_record *record) {
  return atomic_load_explicit(&record->transfer.pending, memory_order_acquire) != 0;
}

static void send_batch(struct upcr_far_sender *sender, struct upcr_far_batch *batch) {
  struct upcr_far_record *record = own_record(sender, batch);
  if (batch->used == 0)
    return;
  if (is_pending(record))
    record = upcr_far_take_record(sender, batch->process, UPCR_NET_PUTS, 0, UPCR_FAR_IS_SERVED);
  if (batch->used) /* the wait for a record may have sent the batch */
    send_in(sender, batch, record);
}

static struct upcr_far_batch *batch_of(struct upcr_far_sender *sender, int process) {
  return &sender->batch[process % UPCR_FAR_BATCHES];
}

static void append(struct upcr_far_batch *batch, const struct upcr_am *message) {
  upcr_part_write(batch->bytes + batch->used, message);
  batch->used += (uint32_t)upcr_part_bytes(message);
  batch->payload += (uint32_t)message->length;
  batch->parts++;
}

bool upcr_far_may_gather(const struct upcr_am *message) {
  return upcr_is_part(message) && upcr_part_bytes(message) <= UPCR_FAR_BATCH_BYTES / 2;
}

void upcr_far_gather(struct upcr_far_sender *sender, int process, const struct upcr_am *message) {
  struct upcr_far_batch *batch = batch_of(sender, process);
  if (batch->process != process || batch->used + upcr_part_bytes(message) > UPCR_FAR_BATCH_BYTES)
    send_batch(sender, batch);
  batch->process = process;
  append(batch, message);
  if (!is_pending(own_record(sender, batch)))
    send_in(sender, batch, own_record(sender, batch));
}

void upcr_far_send_gathered(struct upcr_far_sender *sender, int process) {
  struct upcr_far_batch *batch = batch_of(sender, process);
  if (batch->process == process)
    send_batch(sender, batch);
}

void upcr_far_send_all_gathered(struct upcr_far_sender *sender) {
  for (int i = 0; i < UPCR_FAR_BATCHES; i++)
    send_batch(sender, &sender->batch[i]);
}

void upcr_far_send_ready(struct upcr_far_sender *sender) {
  for (int i = 0; i < UPCR_FAR_BATCHES; i++)
    if (sender->batch[i].used && !is_pending(&sender->record[i]))
      send_in(sender, &sender->batch[i], &sender->record[i]);
}
