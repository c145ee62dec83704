/* SPDX-License-Identifier: Apache-2.0 */
/* Where a thread of any node is in its life and in its barriers, for messages and for who waits in
 * vain. */
#ifndef UPCR_CORE_STATUS_H
#define UPCR_CORE_STATUS_H

#include <stdint.h>

#include "../mem/job.h"

struct upcr_thread_status {
  enum upcr_thread_state state;
  int exit_status;   /* valid once state is FINISHED */
  uint32_t notified; /* barrier phases that the thread has arrived at */
  uint64_t token;    /* what it brought to the last of them (token.h) */
};

/* Once a process, before its threads start. */
void upcr_status_start(void);

/* Reads with acquire, the state first: what the thread did before it published these the caller
 * sees after this. */
struct upcr_thread_status upcr_thread_status(int thread);

#endif
