/* SPDX-License-Identifier: Apache-2.0 */
/* Messages between nodes: an active message as bytes, and its handler's call. */
#include <errno.h>
#include <string.h>

#include "../../base/log.h"
#include "../message_parts.h"
#include "far.h"

void upcr_far_post(int thread, const struct upcr_am *message) {
  struct upcr_far_head head = {.kind = UPCR_FAR_POST,
                               .handler = (uint16_t)message->handler,
                               .length = (uint16_t)message->length,
                               .more = message->more,
                               .arg = {message->arg[0], message->arg[1]}};
  int before = errno;
  upcr_far_process.conduit->send(upcr_job->process_of[thread], &head, sizeof head, message->payload,
                                 message->length);
  errno = before;
}

/* Payloads of requests are 16-byte aligned for the handlers, and make room for a reply. Only one
 * thread of a process receives at a time. */
static _Alignas(64) char payload[UPCR_CONDUIT_MESSAGE_MAX];

static void serve(int peer, const struct upcr_far_head *head, const char *body) {
  struct upcr_am message = {.handler = head->handler,
                            .arg = {head->arg[0], head->arg[1]},
                            .more = head->more,
                            .length = head->length,
                            .room = head->room,
                            .payload = payload};
  if (head->kind == UPCR_FAR_POST) {
    message.payload = (void *)body;
    upcr_am_table[head->handler](&message);
    return;
  }
  if (head->kind == UPCR_FAR_BATCH) {
    upcr_parts_run(body, head->arg[0]);
    message.length = 0;
  } else {
    memcpy(payload, body, head->length);
    upcr_am_table[head->handler](&message);
  }
  struct upcr_far_head reply = {
      .kind = UPCR_FAR_REPLY, .length = (uint16_t)message.length, .record = head->record};
  upcr_far_process.conduit->send(peer, &reply, sizeof reply, payload, message.length);
}

void upcr_far_receive(int peer, const void *bytes, size_t n) {
  struct upcr_far_head head;
  const char *body = (const char *)bytes + sizeof head;
  if (n < sizeof head)
    upcr_fatal("a message of %zu bytes came from process %d: the nodes run different programs", n,
               peer);
  memcpy(&head, bytes, sizeof head);
  if (n != sizeof head + head.length ||
      (head.kind != UPCR_FAR_REPLY && head.handler >= UPCR_AM_HANDLERS))
    upcr_fatal(
        "a message that cannot be read came from process %d: the nodes run different programs",
        peer);
  if (head.kind == UPCR_FAR_WISH)
    upcr_far_note_wish();
  else if (head.kind == UPCR_FAR_REPLY)
    upcr_far_take_reply(head.record, body, head.length);
  else
    serve(peer, &head, body);
}

/* An access to shared memory leaves errno as it is, whatever the conduit's library does to it. */
bool upcr_far_poll(void) {
  int before = errno;
  bool any = upcr_far_process.conduit->progress();
  errno = before;
  if (!any)
    return false;
  upcr_far_wake_waiting();
  return true;
}
