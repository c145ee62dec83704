#include "group.h"

#include <stdlib.h>

#include "../base/atomics.h"
#include "../base/log.h"
#include "topology.h"

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

struct upcr_group upcr_group_of(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  int n = upcr_self.threads, me = upcr_self.mythread;
  if (algorithm->shape != UPCR_TREE_INNER)
    return (struct upcr_group){n, (me - call->root + n) % n, 0, call->root};
  make_leaders(call->root);
  return (struct upcr_group){leaders_count, find(leaders, leaders_count, me), leaders, call->root};
}
