/* SPDX-License-Identifier: Apache-2.0 */
/* The lock of Mellor-Crummey and Scott in plain C: the cost of a fair lock. Nodes lie in memory
 * that all contenders map. */
#ifndef BENCH_MCS_H
#define BENCH_MCS_H

struct mcs_node {
  struct mcs_node *next;
  int locked;
  char rest[112];
};

static inline void mcs_lock(struct mcs_node **tail, struct mcs_node *node) {
  __atomic_store_n(&node->next, (struct mcs_node *)0, __ATOMIC_RELAXED);
  __atomic_store_n(&node->locked, 1, __ATOMIC_RELAXED);
  struct mcs_node *before = __atomic_exchange_n(tail, node, __ATOMIC_ACQ_REL);
  if (!before)
    return;
  __atomic_store_n(&before->next, node, __ATOMIC_RELEASE);
  while (__atomic_load_n(&node->locked, __ATOMIC_ACQUIRE))
    ;
}

static inline void mcs_unlock(struct mcs_node **tail, struct mcs_node *node) {
  struct mcs_node *mine = node, *after;
  if (!__atomic_load_n(&node->next, __ATOMIC_ACQUIRE) &&
      __atomic_compare_exchange_n(tail, &mine, (struct mcs_node *)0, 0, __ATOMIC_RELEASE,
                                  __ATOMIC_RELAXED))
    return;
  while (!(after = __atomic_load_n(&node->next, __ATOMIC_ACQUIRE)))
    ;
  __atomic_store_n(&after->locked, 0, __ATOMIC_RELEASE);
}

#endif
