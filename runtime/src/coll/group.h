/* Some threads in an order, as the parts of hierarchical algorithms see them: ranks from 0, which is the root. */
#ifndef UPCR_COLL_GROUP_H
#define UPCR_COLL_GROUP_H

#include "register.h"

struct upcr_group {
  int count, rank; /* the caller's; -1: it is not of the group */
  const int
      *member; /* threads by rank; 0: all, by number from the root on, around. Valid until the next upcr_group_of */
  int root;
};

/* All threads; or, where the algorithm's shape is UPCR_TREE_INNER, those that lead nodes, or regions where there is one node
 * only: upcr_tree_leaders. */
struct upcr_group upcr_group_of(const struct upcr_call *call, const struct upcr_algorithm *algorithm);

static inline int upcr_group_thread(const struct upcr_group *group, int rank) {
  return group->member ? group->member[rank] : (int)(((long)group->root + rank) % upcr_self.threads);
}

#endif
