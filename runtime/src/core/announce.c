/* SPDX-License-Identifier: Apache-2.0 */
/* Announcements to another node are messages without an answer. The conduit keeps the order of
 * messages between two processes, so a later announcement finds the bytes of earlier ones. One in
 * UNANSWERED is a request that waits for its reply, which bounds the number under way between two
 * threads. */
#include "announce.h"

#include <string.h>

#include "../base/atomics.h"
#include "../base/log.h"
#include "../base/sent_places.h"
#include "../base/simulated.h"
#include "../mem/job.h"

enum { UNANSWERED = 32 };
_Static_assert((int)UPCR_ANNOUNCED_MAX == (int)UPCR_SIMULATED_EAGER, "base/simulated.h");

static UPCR_PER_THREAD struct upcr_net_sent posted;

/* arg[0]: the word; arg[1]: where the bytes belong; payload: the value, then the bytes. The release
 * pairs with the acquire of the thread that waits for the word; `wake` is a full fence. */
static void handle(struct upcr_am *message) {
  uint64_t value;
  size_t n = message->length - sizeof value;
  memcpy(&value, message->payload, sizeof value);
  if (n)
    memcpy(upcr_segment_address(message->arg[1]), (const char *)message->payload + sizeof value, n);
  __atomic_store_n((uint64_t *)upcr_segment_address(message->arg[0]), value, __ATOMIC_RELEASE);
  upcr_net->wake((int)upcr_thread(message->arg[0]));
  message->length = 0;
}

void upcr_announce_start(void) { upcr_am_table[UPCR_AM_ANNOUNCE] = handle; }

static void send(upcr_pts_t word, uint64_t value, upcr_pts_t data, const void *bytes, size_t n) {
  char payload[sizeof value + UPCR_ANNOUNCED_MAX];
  memcpy(payload, &value, sizeof value);
  memcpy(payload + sizeof value, bytes, n);
  struct upcr_am message = {.handler = UPCR_AM_ANNOUNCE,
                            .arg = {word, data},
                            .length = sizeof value + n,
                            .payload = payload};
  if ((value >> 32) % UNANSWERED == 0) {
    upcr_net->am_request((int)upcr_thread(word), &message);
    return;
  }
  posted.messages++;
  posted.bytes += n;
  upcr_sent_note(n);
  upcr_net->am_post((int)upcr_thread(word), &message);
}

void upcr_announce_far(upcr_pts_t word, uint64_t value, upcr_pts_t data, const void *bytes,
                       size_t n) {
  /* In a simulated job memory that is not mapped belongs to another simulated node. */
  if (upcr_is_simulated() || !upcr_in_node((int)upcr_thread(word))) {
    send(word, value, data, n ? bytes : "", n);
    return;
  }
  if (n)
    upcr_write(data, bytes, n);
  upcr_word_store(word, value);
}

struct upcr_net_sent upcr_announced(void) {
  return posted;
}
