/* SPDX-License-Identifier: Apache-2.0 */
/* Linux futexes on words shared between processes. */
#ifndef UPCR_BASE_FUTEX_H
#define UPCR_BASE_FUTEX_H

#include <stdatomic.h>
#include <stdint.h>

/* Sleeps while *word == seen; returns on a wake, a signal, at once when the word differs, and after
 * a quarter of a second: what the thread waits for may have become impossible, which nobody rings
 * for. */
void upcr_futex_wait(_Atomic uint32_t *word, uint32_t seen);

/* Wakes all who sleep on the word. */
void upcr_futex_wake(_Atomic uint32_t *word);

/* The same for a word that one thread of this process alone sleeps on, and that another of its
 * threads is sure to change: no limit of time. */
void upcr_futex_sleep(_Atomic uint32_t *word, uint32_t seen);
void upcr_futex_rouse(_Atomic uint32_t *word);

#endif
