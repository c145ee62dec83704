/* SPDX-License-Identifier: Apache-2.0 */
/* Handles of the non-blocking transfers that checked code starts. Each must be synchronised once,
 * by the thread that started the transfer (UPC 7.9.3p3). */
#ifndef UPCR_CHECK_HANDLES_H
#define UPCR_CHECK_HANDLES_H

#include <upcr/upcr.h>

/* The handle for the program of a transfer that `function` started. `transfer` is the transport's
 * handle, 0 if the transfer is complete. If unchecked code calls, or memory runs out, it is
 * `transfer` itself. */
unsigned long upcr_handle_note(const char *function, unsigned long transfer);

/* The transport's handle of the program's handle. Ends the job, naming `function`, if the transfer
 * is another thread's or was synchronised already. */
unsigned long upcr_handle_transfer(const char *function, unsigned long handle);

/* Call when the handle was synchronised. */
void upcr_handle_done(unsigned long handle);

/* Call at the thread's end: warns of transfers that were not synchronised. */
void upcr_handles_report_dropped(void);

#endif
