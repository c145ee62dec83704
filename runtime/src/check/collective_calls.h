/* SPDX-License-Identifier: Apache-2.0 */
/* The places at which the threads called the collectives of <upc_collective.h> and of teams, in a
 * job with checks, for messages about calls that differ. */
#ifndef UPCR_CHECK_COLLECTIVE_CALLS_H
#define UPCR_CHECK_COLLECTIVE_CALLS_H

#include <stddef.h>
#include <stdint.h>
#include <stdbool.h>
#include <upcr/upcr.h>

#include "arguments.h"

/* Makes room for the places of a job, before its processes start. Returns 0, or -1 after writing
 * why to err[errlen]. */
int upcr_calls_create(int threads, char *err, size_t errlen);

/* Once a process, before its threads start. */
void upcr_calls_start(void);

/* True in a job with checks. */
bool upcr_calls_kept(void);

/* In a job with checks, before the thread publishes that it enters its call of this number. `team`:
 * its number is one of this team's operations; 0: of the calls of all threads. */
void upcr_calls_note(upcr_pts_t team, uint32_t number);

/* The place and the arguments of a thread's call: file 0, not known, if it was not in checked code,
 * or many calls ago. A request if the thread is on another node. */
struct upcr_noted_call {
  struct upcr_site site;
  struct upcr_arguments arguments;
};
struct upcr_noted_call upcr_calls_noted(int thread, upcr_pts_t team, uint32_t number);

/* A lock that the calling UPC thread took in checked code and still holds. */

struct upcr_held {
  upcr_pts_t lock;
  struct upcr_site site; /* where it was taken */
};

/* Records that the thread has taken the lock at its current line; that it has released it. */
void upcr_held_add(upcr_pts_t lock);
void upcr_held_drop(upcr_pts_t lock);

/* All of them, in no order; *n is their number. Code without checks may have released some. */
const struct upcr_held *upcr_held_all(size_t *n);

/* Call at the thread's end. */
void upcr_held_forget(void);

#endif
