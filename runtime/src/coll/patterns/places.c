/* SPDX-License-Identifier: Apache-2.0 */
#include "places.h"

#include <stdlib.h>

struct key {
  struct upcr_place place;
  int thread;
};

static int by_place(const void *left, const void *right) {
  const struct key *a = left, *b = right;
  if (a->place.node != b->place.node)
    return a->place.node < b->place.node ? -1 : 1;
  if (a->place.region != b->place.region)
    return a->place.region < b->place.region ? -1 : 1;
  return a->thread < b->thread ? -1 : a->thread > b->thread;
}

static void group(struct upcr_places *p, const struct key *key) {
  p->nodes = p->regions = 0;
  for (int i = 0; i < p->threads; i++) {
    int new_node = i == 0 || key[i].place.node != key[i - 1].place.node;
    int new_region = new_node || key[i].place.region != key[i - 1].place.region;
    if (new_node)
      p->node[p->nodes++] = p->regions;
    if (new_region)
      p->region[p->regions++] = i;
    p->member[i] = key[i].thread;
    p->rank[key[i].thread] = i;
    p->node_of[key[i].thread] = p->nodes - 1;
    p->region_of[key[i].thread] = p->regions - 1;
  }
  p->node[p->nodes] = p->regions;
  p->region[p->regions] = p->threads;
}

int upcr_places_make(struct upcr_places *places, const struct upcr_place *place, int threads) {
  size_t n = (size_t)threads;
  struct key *key = malloc(n * sizeof *key);
  int *all = malloc((6 * n + 2) * sizeof *all);
  if (!key || !all) {
    free(key);
    free(all);
    return -1;
  }
  for (int t = 0; t < threads; t++)
    key[t] = (struct key){place[t], t};
  qsort(key, n, sizeof *key, by_place);
  *places = (struct upcr_places){.threads = threads,
                                 .member = all,
                                 .node_of = all + n,
                                 .region_of = all + 2 * n,
                                 .rank = all + 5 * n + 2,
                                 .region = all + 3 * n,
                                 .node = all + 4 * n + 1};
  group(places, key);
  free(key);
  return 0;
}

void upcr_places_free(struct upcr_places *places) { free(places->member); }

int upcr_group_rank(const struct upcr_places *p, int thread) {
  return p->rank[thread] - upcr_group_first(p, upcr_group_number(p, thread));
}

int upcr_members_in_row(const struct upcr_places *p, int at, int end) {
  int count = 1;
  while (at + count < end && p->member[at + count] == p->member[at] + count)
    count++;
  return count;
}

long upcr_message_first(const struct upcr_places *p, int group, int other) {
  int size = upcr_group_size(p, group),
      members = upcr_group_first(p, other) - (other > group ? size : 0);
  return (long)size * members;
}
