/* SPDX-License-Identifier: Apache-2.0 */
/* The state of a thread on any node, for messages and for searches of deadlocks; its counts of
 * messages. */
#ifndef UPCR_CORE_STATUS_H
#define UPCR_CORE_STATUS_H

#include <stdint.h>
#include <upcx_messages.h>

#include "../mem/job.h"

struct upcr_thread_status {
  enum upcr_thread_state state;
  int exit_status;   /* 0 while the thread's main runs */
  uint32_t notified; /* barrier phases that the thread has arrived at */
  uint64_t token;    /* its token at the last of them (barrier_token.h) */
};

/* Once a process, before its threads start. */
void upcr_status_start(void);

/* Reads with acquire, the state first. The caller then sees what the thread did before it published
 * these. */
struct upcr_thread_status upcr_thread_status(int thread);

/* Prints the calling thread's counts of messages (UPC_COUNT_MESSAGES), before its transport
 * stops. */
void upcr_messages_print(void);

/* With UPC_COUNT_LINES: prints the lines from which the calling thread has sent, those with most
 * bytes first (message_lines.c). `sent`: the sums of the thread. */
void upcr_message_lines_print(upcx_messages_t sent);

#endif
