/* The flat forms: who copies, in which order, and how.
 *
 * Pull: a thread lets those that take its blocks do so, copies those that it is given, and waits until its own have been
 * taken. Push: the same with the parts of giver and taker exchanged. */
#ifndef UPCR_COLL_FLAT_FLAT_H
#define UPCR_COLL_FLAT_FLAT_H

#include "block.h"

typedef void upcr_copier(const struct upcr_call *call, struct upcr_block block);

struct upcr_flat {
  upcr_order *order;  /* of the threads with which blocks are moved */
  upcr_order *mirror; /* of those that move: in step k, the thread whose k-th the caller is */
  upcr_copier *copy;
};

static inline void upcr_flat_allow(const struct upcr_call *call, struct upcr_peers movers, upcr_order *order) {
  for (int k = 0; k < movers.count; k++)
    upcr_allow(call, upcr_peer(movers, order, k));
}

static inline void upcr_flat_await_reports(const struct upcr_call *call, struct upcr_peers movers, upcr_order *order) {
  for (int k = 0; k < movers.count; k++)
    upcr_await_report(call, upcr_peer(movers, order, k));
}

static inline void upcr_pull_all(const struct upcr_call *call, const struct upcr_flat *flat) {
  struct upcr_peers takers = upcr_takers(call), givers = upcr_givers(call);
  upcr_flat_allow(call, takers, flat->mirror);
  for (int k = 0; k < givers.count; k++) {
    int from = upcr_peer(givers, flat->order, k);
    struct upcr_block block = upcr_block_between(call, from, upcr_self.mythread);
    upcr_await_allowed(call, from);
    flat->copy(call, block);
    upcr_report(call, from);
  }
  upcr_flat_await_reports(call, takers, flat->mirror);
}

static inline void upcr_push_all(const struct upcr_call *call, const struct upcr_flat *flat) {
  struct upcr_peers takers = upcr_takers(call), givers = upcr_givers(call);
  upcr_flat_allow(call, givers, flat->mirror);
  for (int k = 0; k < takers.count; k++) {
    int to = upcr_peer(takers, flat->order, k);
    struct upcr_block block = upcr_block_between(call, upcr_self.mythread, to);
    upcr_await_allowed(call, to);
    flat->copy(call, block);
    upcr_report(call, to);
  }
  upcr_flat_await_reports(call, givers, flat->mirror);
}

/* Round the threads from the caller on, and the other way. */
static inline int upcr_before(int k) { return upcr_after(k == 0 ? 0 : upcr_self.threads - k); }

#endif
