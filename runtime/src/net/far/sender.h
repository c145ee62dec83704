/* SPDX-License-Identifier: Apache-2.0 */
/* Outstanding operations of a UPC thread to other nodes: records (far_request.c) and batches of
 * small puts (batch.c). */
#ifndef UPCR_NET_FAR_SENDER_H
#define UPCR_NET_FAR_SENDER_H

#include <pthread.h>

#include "../../base/message_sites.h"
#include "far.h"

enum {
  UPCR_FAR_BATCHES = 8, /* processes for which a thread may gather puts at the same time */
  UPCR_FAR_BATCH_BYTES = UPCR_FAR_PAYLOAD, /* of a batch's parts */
  UPCR_FAR_PUTS_BETWEEN = 2 /* of upcr_now.far_relaxed (net.h); net/smp has another bit */
};

struct upcr_far_record {
  struct upcr_conduit_transfer transfer;
  int32_t batch; /* its number in the sender, -1: no batch's */
  int process;   /* the target */
  upcr_net_handle_t handle;
  void *in; /* for the reply's payload */
  size_t room;
  upcr_pts_t written; /* of a served put: its bytes at the target; 0 bytes if they are not known */
  size_t bytes;
};

/* Puts to one process that are not sent yet. There are some only while record `number` is pending,
 * which carries the batch before. */
struct upcr_far_batch {
  int process;
  uint32_t parts, used, payload; /* used: bytes of the parts; payload: of what they carry */
  char bytes[UPCR_FAR_BATCH_BYTES];
};

/* One for each UPC thread of the process. Protected by the mutex, except `wanted`, `waiting` and
 * the records' `transfer`. The progress thread takes the mutex to send a batch. */
struct upcr_far_sender {
  pthread_mutex_t mutex;
  /* Bit i: record i is under way. upcr_far_is_idle reads it without the mutex. */
  _Atomic uint64_t busy;
  _Atomic uint32_t waiting; /* number of the thread's pthreads that wait for a record */
  int error;                /* errno of the mutex's holder, which the conduit may change */
  atomic_bool wanted;       /* a batch may be sent, by the mutex's holder */
  uint64_t reads_only;      /* bit i: record i only reads */
  uint64_t served; /* bit i: record i is of puts without a handle that are carried out where their
                      message is served, which a transfer may overtake */
  /* Bit i: record i is of the conduit. The progress thread reads it, as a hint. */
  _Atomic uint64_t transfers;
  upcr_net_handle_t last_handle;
  struct upcr_net_sent total;
  /* The first UPCR_FAR_BATCHES are those of the batches. */
  struct upcr_far_record record[UPCR_FAR_DEPTH];
  struct upcr_far_batch batch[UPCR_FAR_BATCHES];
};

/* Gathers a message without reply, or sends it with those before it. */
void upcr_far_gather(struct upcr_far_sender *sender, int process, const struct upcr_am *message);

/* Sends the gathered messages to `process`; to all. May wait for a record, so only the UPC thread
 * may call it. */
void upcr_far_send_gathered(struct upcr_far_sender *sender, int process);
void upcr_far_send_all_gathered(struct upcr_far_sender *sender);

/* The same for batches whose record is over; does not wait. */
void upcr_far_send_ready(struct upcr_far_sender *sender);

/* The effect of a record's operation at its target: reads; writes when its message is served;
 * neither (transfers and posts). */
enum upcr_far_effect { UPCR_FAR_READS, UPCR_FAR_IS_SERVED, UPCR_FAR_NEITHER };

/* Takes a free record for an operation at `process`, none of those of the batches. May wait. */
struct upcr_far_record *upcr_far_take_record(struct upcr_far_sender *sender, int process,
                                             upcr_net_handle_t handle, uint32_t pending,
                                             enum upcr_far_effect effect);

/* Marks a record busy. */
void upcr_far_begin_record(struct upcr_far_sender *sender, struct upcr_far_record *record,
                           uint32_t pending);

/* Counts a message with so many bytes of payload, to the other thread or from it. */
static inline void upcr_far_count(struct upcr_far_sender *sender, size_t bytes) {
  sender->total.messages++;
  sender->total.bytes += bytes;
  upcr_sent_note(bytes);
}

/* The record's number in messages. */
uint32_t upcr_far_record_number(const struct upcr_far_sender *sender,
                                const struct upcr_far_record *record);

#endif
