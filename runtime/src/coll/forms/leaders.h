/* SPDX-License-Identifier: Apache-2.0 */
/* Forms in which one thread of a node, its leader, speaks for all of it: the groups are the nodes,
 * or the regions of the one node (patterns/places.h). */
#ifndef UPCR_COLL_FORMS_LEADERS_H
#define UPCR_COLL_FORMS_LEADERS_H

#include "../call.h"
#include "../patterns/places.h"

/* The calling thread's group. Members have ranks from 0 on in places->member; rank 0 leads. */
struct upcr_led {
  const struct upcr_call *call;
  const struct upcr_places *places;
  int number, first, size, rank, leader;
};

struct upcr_led upcr_led_of(const struct upcr_call *call);

static inline bool upcr_leads(const struct upcr_led *g) { return g->rank == 0; }

static inline int upcr_led_member(const struct upcr_led *g, int rank) {
  return g->places->member[g->first + rank];
}

/* The k-th member after the caller, around; k = 0 .. size - 1. */
static inline int upcr_led_after(const struct upcr_led *g, int k) {
  return upcr_led_member(g, (g->rank + k) % g->size);
}

/* By the leader: sends each other member the address, by which it also knows that what lies there
 * is complete; waits for a signal of each, after which none touches what lies there. */
void upcr_tell_members(const struct upcr_led *g, upcr_pts_t where);
void upcr_await_members(const struct upcr_led *g);

/* By another member: gets the address from the leader, and signals that it is through with it. */
upcr_pts_t upcr_hear_leader(const struct upcr_led *g);
void upcr_answer_leader(const struct upcr_led *g);

/* The same among the leaders, from the next group's on, around: an address to all others, and a
 * signal of each. */
void upcr_tell_leaders(const struct upcr_led *g, upcr_pts_t where);
void upcr_await_leaders(const struct upcr_led *g);

/* Where members read each other's data: before the first access, and after the last, what MYSYNC
 * asks for. */
void upcr_allow_members(const struct upcr_led *g);
void upcr_report_members(const struct upcr_led *g);

/* Copies the blocks of the group's members between an array of a block for each thread, in their
 * order, and `packed`, where they lie in the order of ranks: a copy for each row of consecutive
 * threads. */
void upcr_pack_group(const struct upcr_led *g, upcr_pts_t packed, upcr_pts_t array);
void upcr_unpack_group(const struct upcr_led *g, upcr_pts_t array, upcr_pts_t packed);

#endif
