/* SPDX-License-Identifier: Apache-2.0 */
/* Data of each thread at a barrier in a job with checks: its place, and the upc_forall loops
 * that it has executed since the barrier before, whose clauses are single-valued (UPC 6.6.2p5).
 *
 * A thread writes its record of phase p into slot p % 2 before it arrives at p; others read it
 * after they have completed p and before they arrive at p + 1. It is written again for p + 2, when
 * p + 1 is complete, for which all have arrived there: so no record is written while it is read,
 * and what orders the barrier orders the records. */
#ifndef UPCR_CHECK_ARRIVALS_H
#define UPCR_CHECK_ARRIVALS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <upcr/upcr.h>

/* Makes room for the records of a job, before its processes start. Returns 0, or -1 after writing
 * why to err[errlen]. */
int upcr_arrivals_create(int threads, char *err, size_t errlen);

/* Are there any? Not in a job without checks. These do nothing there. */
bool upcr_arrivals_kept(void);

/* Once a process, before its threads start. */
void upcr_arrivals_start(void);

/* The thread with which one compares what it brought: the next in a ring of all threads. Where
 * that is another node's, one need not, unless nodes differ (upcr_arrivals_summary). */
int upcr_arrivals_next(int thread);

/* Of the node's threads, once all have come to the phase: a digest that is the same on two nodes
 * whose threads brought nothing that one would have to compare, or 0: compare in any case. Never
 * 0 for the threads of a correct program, but for loops that they left. */
uint64_t upcr_arrivals_summary(uint32_t phase);

/* Before the thread arrives at a phase, with this token. The questions below about a
 * thread of another node take a request. */
void upcr_arrivals_note(uint32_t phase, uint64_t token);

/* The token that a thread brought to a phase that the caller has completed; 0 in a job without
 * checks. */
uint64_t upcr_arrivals_token(int thread, uint32_t phase);

/* After it has completed the phase: ends the job if the next thread has executed other loops, or in
 * another way. */
void upcr_arrivals_compare(uint32_t phase);

/* The same when all threads have ended, which the next one may have done in another phase. Then
 * nodes answer no requests any more: before, the supervisors bring the record of each node's
 * first thread to the node before it. */
void upcr_arrivals_compare_ends(uint32_t phase);

/* In a supervisor whose threads have all ended: the record that it is to send,
 * out[UPCR_ARRIVALS_END_BYTES]; returns its bytes, 0 in a job without checks. And the one that
 * it was sent. */
enum { UPCR_ARRIVALS_END_BYTES = 4096 };
size_t upcr_arrivals_put_end(void *out);
void upcr_arrivals_take_end(const void *bytes, size_t n);

/* Where a thread arrived at a phase that the caller has completed or arrived at: file 0 if that is
 * not known. */
struct upcr_site upcr_arrivals_site(int thread, uint32_t phase);

#endif
