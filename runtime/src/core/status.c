/* SPDX-License-Identifier: Apache-2.0 */
#include "status.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "../base/settings.h"
#include "../net/net.h"
#include "announce.h"

/* The acquires pair with the releases in barrier.c and thread.c: the token is that of `notified` or
 * later, and the exit status of a thread that has arrived for the last time is final. */
static struct upcr_thread_status status_here(int thread) {
  const struct upcr_job_thread *t = &upcr_job->thread[thread];
  struct upcr_thread_status status = {
      .state = (enum upcr_thread_state)atomic_load_explicit(&t->state, memory_order_acquire)};
  status.notified = atomic_load_explicit(&t->notified, memory_order_acquire);
  status.token = atomic_load_explicit(&t->barrier_token, memory_order_relaxed);
  status.exit_status = atomic_load_explicit(&t->exit_status, memory_order_relaxed);
  return status;
}

/* arg[0]: the thread; replies its status. */
static void handle(struct upcr_am *message) {
  struct upcr_thread_status status = status_here((int)message->arg[0]);
  memcpy(message->payload, &status, sizeof status);
  message->length = sizeof status;
}

void upcr_status_start(void) { upcr_am_table[UPCR_AM_STATUS] = handle; }

struct upcr_thread_status upcr_thread_status(int thread) {
  struct upcr_thread_status status;
  if (upcr_in_node(thread))
    return status_here(thread);
  struct upcr_am message = {.handler = UPCR_AM_STATUS,
                            .arg = {(uint64_t)thread},
                            .room = sizeof status,
                            .payload = &status};
  upcr_net->am_request(thread, &message);
  return status;
}

/* The number of messages that a thread has sent: for programs, and printed at its end
 * (UPC_COUNT_MESSAGES). */

upcx_messages_t upcx_messages(void) {
  struct upcr_net_sent sent = upcr_net->sent(), posted = upcr_posted();
  return (upcx_messages_t){sent.messages + posted.messages, sent.bytes + posted.bytes};
}

void upcr_messages_print(void) {
  upcx_messages_t sent = upcx_messages();
  upcr_message_lines_print(sent);
  if (!upcr_settings.count_messages)
    return;
  fprintf(stderr,
          "upcr: thread %d: %llu message%s of %llu bytes to threads whose memory is not mapped\n",
          upcr_self.mythread, (unsigned long long)sent.messages, sent.messages == 1 ? "" : "s",
          (unsigned long long)sent.bytes);
}
