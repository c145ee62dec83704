/* SPDX-License-Identifier: Apache-2.0 */
#ifndef UPCR_BASE_NULL_HINT_H
#define UPCR_BASE_NULL_HINT_H

/* What may have made a pointer-to-shared null on this thread: a line for the end of a message, or
 * "". */
const char *upcr_null_hint(int thread);

#endif
