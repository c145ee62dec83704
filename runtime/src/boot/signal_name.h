/* SPDX-License-Identifier: Apache-2.0 */
/* Signals by name and number, as settings and messages have them. */
#ifndef UPCR_BOOT_SIGNAL_NAME_H
#define UPCR_BOOT_SIGNAL_NAME_H

#include <stddef.h>

/* The signal of a name, with or without SIG, in any case ("USR1", "sigusr1"), or of a number. 0:
 * the text is empty; -1: there is no such signal. */
int upcr_signal_number(const char *text);

enum { UPCR_SIGNAL_TEXT = 32 };

/* "SIGUSR1", or "signal 40" of one without a name. Returns out. */
const char *upcr_signal_text(int number, char out[UPCR_SIGNAL_TEXT]);

/* Returns 0, or -1 after writing to err[errlen] that a setting names no signal, or one that no
 * process catches. */
int upcr_check_signal_name(const char *setting, const char *text, char *err, size_t errlen);

#endif
