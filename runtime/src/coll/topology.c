#include "topology.h"

#include <stdlib.h>
#include <upcr/upcr.h>

#include "../base/atomics.h"
#include "../base/log.h"
#include "../topo/topo.h"

static UPCR_PER_THREAD struct upcr_places places;

/* One node with one NUMA region where nothing is known. */
static struct upcr_place place_of(int thread) {
  if (upcr_topo.threads != upcr_self.threads)
    return (struct upcr_place){0, 0};
  return (struct upcr_place){upcr_topo_position(thread, UPCR_LEVEL_NODE)->group,
                             upcr_topo_position(thread, UPCR_LEVEL_REGION)->group};
}

static void make(void) {
  int threads = upcr_self.threads;
  struct upcr_place *place = malloc((size_t)threads * sizeof *place);
  if (!place)
    upcr_fatal("no memory for the places of %d threads", threads);
  for (int t = 0; t < threads; t++)
    place[t] = place_of(t);
  if (upcr_places_make(&places, place, threads) != 0)
    upcr_fatal("no memory for the places of %d threads", threads);
  free(place);
}

const struct upcr_places *upcr_topology(void) {
  if (!places.threads)
    make();
  return &places;
}
