/* Rings over all threads, by number or by place: neighbours by place are on the same node, and in the same region, wherever they
 * can be. */
#ifndef UPCR_COLL_ROUND_H
#define UPCR_COLL_ROUND_H

#include "register.h"

struct upcr_round {
  const int *member; /* threads in their order; 0: by number */
  int position;      /* of the caller */
};

/* By place where the algorithm's shape is UPCR_TREE_CHAIN, else by number. */
struct upcr_round upcr_round_of(const struct upcr_algorithm *algorithm);

/* The thread that comes `away` after the caller, before it where that is less than 0; -THREADS <= away <= THREADS. */
int upcr_round_thread(const struct upcr_round *round, int away);

#endif
