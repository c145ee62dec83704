/* SPDX-License-Identifier: Apache-2.0 */
/* How many messages a thread has sent. */
#ifndef UPCR_CORE_MESSAGES_H
#define UPCR_CORE_MESSAGES_H

#include <upcx_messages.h>

/* Prints what the calling thread has sent, a line, where the user asked for it: before its
 * transport stops. */
void upcr_messages_tell(void);

#endif
