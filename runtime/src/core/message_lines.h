/* SPDX-License-Identifier: Apache-2.0 */
/* Messages and bytes by source line. */
#ifndef UPCR_CORE_MESSAGE_LINES_H
#define UPCR_CORE_MESSAGE_LINES_H

#include <upcx_messages.h>

/* With UPC_COUNT_LINES: prints the lines from which the calling thread has sent, those with most
 * bytes first. `sent`: the sums of the thread. */
void upcr_message_lines_tell(upcx_messages_t sent);

#endif
