/* SPDX-License-Identifier: Apache-2.0 */
/* Data of each thread at a barrier in a job with checks: its place, and the upc_forall loops that
 * it has executed since the last barrier, whose clauses are single-valued (UPC 6.6.2p5).
 *
 * A thread writes its record of phase p into slot p % 2 before it arrives at p; others read it
 * after they have completed p and before they arrive at p + 1. The slot is written again for p + 2
 * after p + 1 is complete, so after all have arrived there. So no record is written while it is
 * read, and the barrier orders the accesses. */
#ifndef UPCR_CHECK_ARRIVALS_H
#define UPCR_CHECK_ARRIVALS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <upcr/upcr.h>

#include "arguments.h"

/* Makes room for the records of a job, before its processes start. Returns 0, or -1 after writing
 * why to err[errlen]. */
int upcr_arrivals_create(int threads, char *err, size_t errlen);

/* True if the job has records: if it has checks. Without records the other functions do nothing. */
bool upcr_arrivals_kept(void);

/* Once a process, before its threads start. */
void upcr_arrivals_start(void);

/* The thread with which `thread` compares its record: the next in a ring of all threads. If that is
 * on another node, they compare only if nodes differ (upcr_arrivals_summary). */
int upcr_arrivals_next(int thread);

/* After all threads of the node have arrived: a digest of their records. If two nodes have the same
 * one, their threads need not compare. 0: compare in any case, which occurs in a correct program
 * only if threads left loops early. */
uint64_t upcr_arrivals_summary(uint32_t phase);

/* Before the thread arrives at a phase, with this token. The questions below about a
 * thread of another node take a request. */
void upcr_arrivals_note(uint32_t phase, uint64_t token);

/* The token that a thread brought to a phase that the caller has completed; 0 in a job without
 * checks. */
uint64_t upcr_arrivals_token(int thread, uint32_t phase);

/* After the thread has completed the phase: ends the job if the next thread has executed other
 * loops, or the same ones differently. */
void upcr_arrivals_compare(uint32_t phase);

/* The same after all threads have ended; the next one may have ended in another phase. Nodes then
 * answer no requests, so the supervisors first send the record of each node's first thread to the
 * previous node. */
void upcr_arrivals_compare_ends(uint32_t phase);

/* In a supervisor whose threads have all ended: writes the record to send to
 * out[UPCR_ARRIVALS_END_BYTES] and returns its bytes, 0 in a job without checks; stores a received
 * record. */
enum { UPCR_ARRIVALS_END_BYTES = 4352 };
size_t upcr_arrivals_put_end(void *out);
void upcr_arrivals_take_end(const void *bytes, size_t n);

/* The place at which a thread arrived at a phase that the caller has completed or arrived at; file
 * 0: not known. */
struct upcr_site upcr_arrivals_site(int thread, uint32_t phase);

/* The arguments of the collective in which it arrived there. */
struct upcr_arguments upcr_arrivals_arguments(int thread, uint32_t phase);

#endif
