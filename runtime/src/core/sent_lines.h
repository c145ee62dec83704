/* SPDX-License-Identifier: Apache-2.0 */
/* Messages and bytes by source line. */
#ifndef UPCR_CORE_SENT_LINES_H
#define UPCR_CORE_SENT_LINES_H

#include <upcx_messages.h>

/* Prints the lines from which the calling thread has sent, those with most bytes first, where the
 * user asked for it (UPC_COUNT_LINES); `sent` is all it has sent. */
void upcr_sent_lines_tell(upcx_messages_t sent);

#endif
