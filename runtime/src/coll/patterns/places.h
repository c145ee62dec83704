/* SPDX-License-Identifier: Apache-2.0 */
/* Places of threads, on which the shapes of trees depend. Pure data. */
#ifndef UPCR_COLL_PATTERNS_PLACES_H
#define UPCR_COLL_PATTERNS_PLACES_H

/* A place of one thread. Numbers are of the whole job and need not be dense: two threads are in
 * one NUMA region if both node and region are equal. */
struct upcr_place {
  int node, region;
};

/* Threads 0 to threads - 1, grouped by node and region. */
struct upcr_places {
  int threads;
  int *member; /* [threads]: the threads, those of a region together, those of a node together, else
                  by number */
  int regions; /* groups of threads in one region */
  int *region; /* [regions + 1]: where in `member` each region starts */
  int nodes;   /* groups of regions on one node */
  int *node;   /* [nodes + 1]: where in `region` each node starts */
  int *node_of; /* [threads] */
  int *region_of;
  int *rank; /* [threads]: where in `member` each is */
};

/* Groups the threads. Returns 0, or -1 without memory. */
int upcr_places_make(struct upcr_places *places, const struct upcr_place *place, int threads);
void upcr_places_free(struct upcr_places *places);

/* The groups of threads at the outermost level at which there are several: the nodes, or the
 * regions of the one node. Groups may be of different sizes. */

/* The number of groups. */
static inline int upcr_groups(const struct upcr_places *p) {
  return p->nodes > 1 ? p->nodes : p->regions;
}

/* The group of a thread. */
static inline int upcr_group_number(const struct upcr_places *p, int thread) {
  return p->nodes > 1 ? p->node_of[thread] : p->region_of[thread];
}

/* Where a group begins in places->member; after the last, the number of threads. The first
 * member leads. */
static inline int upcr_group_first(const struct upcr_places *p, int group) {
  return p->region[p->nodes > 1 ? p->node[group] : group];
}

/* The number of threads in a group. */
static inline int upcr_group_size(const struct upcr_places *p, int group) {
  return upcr_group_first(p, group + 1) - upcr_group_first(p, group);
}

/* The thread that leads a group. */
static inline int upcr_group_leader(const struct upcr_places *p, int group) {
  return p->member[upcr_group_first(p, group)];
}

/* The index of a thread in its group. */
int upcr_group_rank(const struct upcr_places *p, int thread);

/* How many of member[at .. end) from the first on are threads with consecutive numbers: at least
 * 1. */
int upcr_members_in_row(const struct upcr_places *p, int at, int end);

/* Exchange between groups. A group has a message for each other, and gets one of each, of a
 * block for each pair of their members. In a buffer with those of one group, in the order of the
 * others: how many blocks there are before the message for, or of, `other`. */
long upcr_message_first(const struct upcr_places *p, int group, int other);

/* The index in a message of the block from member `from`, in a sending group of `size`, to member
 * `to` of the other group. The blocks for one member are contiguous, in the order of senders. */
static inline long upcr_message_block(int size, int from, int to) { return (long)to * size + from; }

#endif
