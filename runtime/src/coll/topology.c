/* SPDX-License-Identifier: Apache-2.0 */
#include "topology.h"

#include <stdlib.h>
#include <upcr/upcr.h>

#include "../base/atomics.h"
#include "../base/log.h"
#include "../topo/topo.h"

/* Of all threads of the process, since they grow with the number of threads: made by whoever comes
 * first, published with release and read with acquire, never written again. */
static struct upcr_places *shared_places;

/* One node with one NUMA region where nothing is known. */
static struct upcr_place place_of(int thread) {
  if (upcr_topo.threads != upcr_self.threads)
    return (struct upcr_place){0, 0};
  return (struct upcr_place){upcr_topo_position(thread, UPCR_LEVEL_NODE)->group,
                             upcr_topo_position(thread, UPCR_LEVEL_REGION)->group};
}

static struct upcr_places *make(void) {
  int threads = upcr_self.threads;
  struct upcr_places *made = malloc(sizeof *made);
  struct upcr_place *place = malloc((size_t)threads * sizeof *place);
  for (int t = 0; place && t < threads; t++)
    place[t] = place_of(t);
  if (!made || !place || upcr_places_make(made, place, threads) != 0)
    upcr_fatal("no memory for the places of %d threads", threads);
  free(place);
  return made;
}

/* Threads that come at the same time make the same: one keeps it. */
static const struct upcr_places *publish(struct upcr_places *made) {
  struct upcr_places *first = 0;
  if (__atomic_compare_exchange_n(&shared_places, &first, made, false, __ATOMIC_ACQ_REL,
                                  __ATOMIC_ACQUIRE))
    return made;
  upcr_places_free(made);
  free(made);
  return first;
}

const struct upcr_places *upcr_topology(void) {
  const struct upcr_places *known = __atomic_load_n(&shared_places, __ATOMIC_ACQUIRE);
  return known ? known : publish(make());
}

/* Those of the last root: calls with one root after the other make them once. */
static UPCR_PER_THREAD int *leaders;
static UPCR_PER_THREAD int leaders_count, leaders_root = -1;

static void make_leaders(int root) {
  const struct upcr_places *places = upcr_topology();
  if (leaders_root == root)
    return;
  if (!leaders && !(leaders = malloc((size_t)places->regions * sizeof *leaders)))
    upcr_fatal("no memory for the leaders of %d regions", places->regions);
  leaders_count = upcr_tree_leaders(places, root, leaders);
  leaders_root = root;
}

static int find(const int *member, int count, int thread) {
  for (int i = 0; i < count; i++)
    if (member[i] == thread)
      return i;
  return -1;
}

struct upcr_group upcr_group_of(const struct upcr_call *call,
                                const struct upcr_algorithm *algorithm) {
  int n = upcr_self.threads, me = upcr_self.mythread;
  if (algorithm->shape == UPCR_TREE_CHAIN)
    return (struct upcr_group){n, upcr_topology()->rank[me], upcr_topology()->member, 0};
  if (algorithm->shape != UPCR_TREE_INNER)
    return (struct upcr_group){n, (me - call->root + n) % n, 0, call->root};
  make_leaders(call->root);
  return (struct upcr_group){leaders_count, find(leaders, leaders_count, me), leaders, call->root};
}
