/* SPDX-License-Identifier: Apache-2.0 */
/* Announcements to another node are messages without an answer. The conduit keeps the order of
 * messages between two processes, and of puts before them, so a later announcement finds the bytes
 * of earlier ones. After every MARKED announcements the thread reads the word back, once the
 * previous answer has come. So fewer than 2 * MARKED announcements are under way between two
 * threads. */
#include "announce.h"

#include <string.h>

#include "../base/atomics.h"
#include "../base/log.h"
#include "../base/message_sites.h"

enum { MARKED = 128, PIECE = 16 << 10 /* bytes in a message; am_max is no less */ };

static UPCR_PER_THREAD struct upcr_net_sent posted;

/* arg[0]: the word, or 0 if a later message announces these bytes too; arg[1]: their destination;
 * more: the word's value. The release pairs with the acquire of the thread that waits for the word;
 * `wake` is a full fence. */
static void handle(struct upcr_am *message) {
  if (message->length)
    memcpy(upcr_segment_address(message->arg[1]), message->payload, message->length);
  message->length = 0;
  if (message->arg[0] == 0)
    return;
  __atomic_store_n((uint64_t *)upcr_segment_address(message->arg[0]), message->more,
                   __ATOMIC_RELEASE);
  upcr_net->wake((int)upcr_thread(message->arg[0]));
}

void upcr_announce_start(void) { upcr_am_table[UPCR_AM_ANNOUNCE] = handle; }

void upcr_post(int thread, const struct upcr_am *message) {
  posted.messages++;
  posted.bytes += message->length;
  upcr_sent_note(message->length);
  upcr_net->am_post(thread, message);
}

static void post(int to, upcr_pts_t word, uint64_t value, upcr_pts_t data, const void *bytes,
                 size_t n) {
  struct upcr_am message = {.handler = UPCR_AM_ANNOUNCE,
                            .arg = {word, data},
                            .more = value,
                            .length = n,
                            .payload = (void *)bytes};
  upcr_post(to, &message);
}

/* The answer comes after all earlier messages have been served. */
static void mark(upcr_pts_t word) {
  static UPCR_PER_THREAD upcr_net_handle_t last;
  static UPCR_PER_THREAD uint64_t there;
  upcr_net->wait(last);
  last = upcr_net->get_nb(&there, word, sizeof there, UPCR_MEMORY_HOST);
}

static void send(upcr_pts_t word, uint64_t value, upcr_pts_t data, const char *bytes, size_t n) {
  int to = (int)upcr_thread(word);
  upcr_net_handle_t put = 0;
  if (n > PIECE && upcr_announces_by_put()) { /* two messages as well, with fewer copies */
    put = upcr_net->put_ahead_nb(data, bytes, n);
    n = 0;
  }
  for (; n > PIECE; data += PIECE, bytes += PIECE, n -= PIECE)
    post(to, 0, 0, data, bytes, PIECE);
  post(to, word, value, data, bytes, n);
  upcr_net->wait(put);
  if ((value >> 32) % MARKED == 0)
    mark(word);
}

void upcr_announce_far(upcr_pts_t word, uint64_t value, upcr_pts_t data, const void *bytes,
                       size_t n) {
  if (upcr_takes_posts((int)upcr_thread(word))) {
    send(word, value, data, n ? bytes : "", n);
    return;
  }
  if (n)
    upcr_write(data, bytes, n);
  upcr_word_store(word, value);
}

struct upcr_net_sent upcr_posted(void) {
  return posted;
}
