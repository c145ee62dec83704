/* SPDX-License-Identifier: Apache-2.0 */
/* Groups of threads at each level. */
#include <stdlib.h>

#include "topo_internal.h"

struct key {
  int at[UPCR_LEVELS]; /* first thread of the node, region in it, core in it */
  int thread;
};

/* Threads of a node are contiguous, and so are the groups of node_threads within one. */
int upcr_topo_first_near(const struct upcr_topo *topo, int thread) {
  int first = topo->node_first ? topo->node_first[upcr_topo_node_of(topo, thread)] : 0;
  return thread - (thread - first) % topo->node_threads;
}

int upcr_topo_range_of(const int *first, int ranges, int thread) {
  int low = 0, high = ranges;
  while (high - low > 1) {
    int middle = (low + high) / 2;
    if (first[middle] <= thread)
      low = middle;
    else
      high = middle;
  }
  return low;
}

int upcr_topo_node_of(const struct upcr_topo *topo, int thread) {
  return topo->node_first ? upcr_topo_range_of(topo->node_first, topo->nodes, thread) : 0;
}

static struct key key_of(const struct upcr_topo *topo, int thread) {
  struct key key = {.thread = thread};
  int first = upcr_topo_first_near(topo, thread);
  key.at[UPCR_LEVEL_NODE] = first;
  key.at[UPCR_LEVEL_CORE] = thread - first;
  if (topo->processor_of) {
    const struct upcr_processor *p = &topo->machine.processor[topo->processor_of[thread]];
    key.at[UPCR_LEVEL_REGION] = p->region;
    key.at[UPCR_LEVEL_CORE] = p->core;
  }
  return key;
}

static int by_key(const void *a, const void *b) {
  const struct key *x = a, *y = b;
  for (int level = 0; level < UPCR_LEVELS; level++)
    if (x->at[level] != y->at[level])
      return x->at[level] < y->at[level] ? -1 : 1;
  return (x->thread > y->thread) - (x->thread < y->thread);
}

static int same_group(const struct key *x, const struct key *y, int level) {
  for (int l = 0; l <= level; l++)
    if (x->at[l] != y->at[l])
      return 0;
  return 1;
}

static int by_thread(const void *a, const void *b) {
  const int *x = a, *y = b;
  return (*x > *y) - (*x < *y);
}

/* keys[0..size) are one group: their threads in order get their positions. member has room for
 * size. */
static void fill_group(struct upcr_topo *topo, const struct key *keys, int size, int level,
                       int group, int *member) {
  for (int i = 0; i < size; i++)
    member[i] = keys[i].thread;
  qsort(member, (size_t)size, sizeof *member,
        by_thread); /* outer groups mix the threads of inner ones */
  for (int i = 0; i < size; i++)
    topo->position[(size_t)member[i] * UPCR_LEVELS + (size_t)level] =
        (struct upcr_position){group, i, size, member[0], i + 1 < size ? member[i + 1] : -1};
}

int upcr_topo_group(struct upcr_topo *topo) {
  size_t threads = (size_t)topo->threads;
  struct key *keys = calloc(threads, sizeof *keys);
  int *member = calloc(threads, sizeof *member);
  topo->position = calloc(threads * UPCR_LEVELS, sizeof *topo->position);
  int status = keys && member && topo->position ? 0 : -1;
  if (status == 0) {
    for (int t = 0; t < topo->threads; t++)
      keys[t] = key_of(topo, t);
    qsort(keys, threads, sizeof *keys, by_key);
    for (int level = 0; level < UPCR_LEVELS; level++)
      for (int first = 0, end; first < topo->threads; first = end) {
        for (end = first + 1; end < topo->threads && same_group(&keys[first], &keys[end], level);)
          end++;
        fill_group(topo, keys + first, end - first, level, topo->groups[level]++, member);
      }
  }
  free(keys);
  free(member);
  return status;
}
