/* SPDX-License-Identifier: Apache-2.0 */
/* The messages that a thread has sent: for programs, and told at its end (UPC_COUNT_MESSAGES). */
#include "messages.h"

#include <stdio.h>

#include "../base/settings.h"
#include "announce.h"

upcx_messages_t upcx_messages(void) {
  struct upcr_net_sent sent = upcr_net->sent(), posted = upcr_announced();
  return (upcx_messages_t){sent.messages + posted.messages, sent.bytes + posted.bytes};
}

void upcr_messages_tell(void) {
  if (!upcr_settings.count_messages)
    return;
  upcx_messages_t sent = upcx_messages();
  fprintf(stderr,
          "upcr: thread %d: %llu messages of %llu bytes to threads whose memory is not mapped\n",
          upcr_self.mythread, (unsigned long long)sent.messages, (unsigned long long)sent.bytes);
}
