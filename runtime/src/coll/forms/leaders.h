/* SPDX-License-Identifier: Apache-2.0 */
/* A tier: one thread of each group, its leader, communicates with other groups for all of them. The
 * groups are the nodes, or the regions of a single node (patterns/places.h), of any size.
 *
 *   give      every member writes, or folds, into its leader's buffer
 *   between   leaders send messages to each other
 *   take      every member reads its result at its leader
 *
 * An operation names a function for each step that it has (struct upcr_tier_steps), and
 * upcr_run_tier executes them, with the signals between members and leader. A message between
 * leaders is a transfer for each row of consecutive threads: short ones are letters; for long ones
 * the receiver names the place first. */
#ifndef UPCR_COLL_FORMS_LEADERS_H
#define UPCR_COLL_FORMS_LEADERS_H

#include "../copies.h"
#include "../topology.h"

/* The calling thread's group, and its rank there. Rank 0 leads. */
struct upcr_tier {
  const struct upcr_call *call;
  const struct upcr_places *places;
  int number, first, size, rank, leader, groups; /* first: index of rank 0 in places->member */
};

struct upcr_tier upcr_tier_of(const struct upcr_call *call);

static inline bool upcr_tier_leads(const struct upcr_tier *g) { return g->rank == 0; }

static inline int upcr_tier_member(const struct upcr_tier *g, int rank) {
  return g->places->member[g->first + rank];
}

/* The k-th member after the caller, around. */
static inline int upcr_tier_member_after(const struct upcr_tier *g, int k) {
  return upcr_tier_member(g, (g->rank + k) % g->size);
}

static inline int upcr_tier_leader(const struct upcr_tier *g, int group) {
  return upcr_group_leader(g->places, group);
}

/* Bytes of a block for each member of a group. */
static inline size_t upcr_tier_bytes(const struct upcr_tier *g, int group) {
  return (size_t)upcr_group_size(g->places, group) * g->call->nbytes;
}

/* All other groups, from the one after the caller's on. */
#define UPCR_FOR_OTHERS(other, g)                                                                  \
  for (int other = ((g)->number + 1) % (g)->groups; other != (g)->number;                          \
       other = (other + 1) % (g)->groups)

/* Calls `step` for all other members. */
void upcr_for_members(const struct upcr_tier *g,
                      void (*step)(const struct upcr_call *call, int other));

/* MYSYNC: lets the members touch the caller's data, and waits until they let the caller. */
void upcr_allow_members(const struct upcr_tier *g);

/* A row of consecutive threads of a group, from member `rank` on: their blocks lie together in an
 * array of a block for each thread, and in packed ones, of a block for each member. */
struct upcr_member_row {
  int rank, count;
  size_t at, packed_at, n; /* bytes */
};

/* The first row from a member on; count 0: there is none. */
struct upcr_member_row upcr_member_row_at(const struct upcr_tier *g, int group, int rank);
#define UPCR_FOR_ROWS(r, g, group)                                                                 \
  for (struct upcr_member_row r = upcr_member_row_at(g, group, 0); r.count;                        \
       r = upcr_member_row_at(g, group, r.rank + r.count))

/* A message of n bytes between leaders of two groups: one piece (`of` UPCR_ONE_PIECE), or the rows
 * of group `of` in the sender's array. The receiver wants it at `place`, without gaps. */
struct upcr_message {
  upcr_pts_t place;
  int of;
  size_t n;
};
enum { UPCR_ONE_PIECE = -1 };

struct upcr_member_row upcr_piece_at(const struct upcr_tier *g, int of, size_t n, int rank);
#define UPCR_FOR_PIECES(r, g, of, n)                                                               \
  for (struct upcr_member_row r = upcr_piece_at(g, of, n, 0); r.count;                             \
       r = upcr_piece_at(g, of, n, r.rank + r.count))

/* The receiver first offers a place to the sender, another thread that leads a group or is a root.
 * If a letter is to bring the message, nothing is sent for that. */
void upcr_offer_place(const struct upcr_tier *g, int sender, struct upcr_message m);
void upcr_send_message(const struct upcr_tier *g, int receiver, int of, upcr_pts_t data, size_t n);
void upcr_take_message(const struct upcr_tier *g, int sender, struct upcr_message m);

/* The steps of an operation; 0: none. Every member executes `give` and `take`, at an address of the
 * leader's buffer. The leader executes `between` after all have given at `given`; it returns the
 * address at which they take, 0 if they have their data. `expects`: what the leader gets of that of
 * another group, in its buffer. */
typedef void upcr_tier_step(const struct upcr_tier *g, upcr_pts_t where);
struct upcr_tier_steps {
  upcr_tier_step *give, *take;
  upcr_pts_t (*between)(const struct upcr_tier *g, upcr_pts_t given);
  struct upcr_message (*expects)(const struct upcr_tier *g, upcr_pts_t buffer, int other);
};

/* Called by every member of the group. */
void upcr_run_tier(const struct upcr_tier *g, const struct upcr_tier_steps *steps);

#endif
