#include "mates.h"

#include "../base/settings.h"
#include "../base/wait.h"
#include "../topo/topo.h"
#include "area.h"

static bool has_entered(int thread, uint32_t number) {
  uint64_t *entered = &upcr_coll_area(thread)->entered[number % UPCR_COLL_RECENT];
  return upcr_reached(__atomic_load_n(entered, __ATOMIC_RELAXED), number);
}

bool upcr_mates_wait_too(const struct upcr_call *call, int thread) {
  int here = upcr_topo_runs_on(upcr_self.mythread);
  if (!upcr_wait_crowded() || upcr_settings.polite || upcr_topo_runs_on(thread) == here || !upcr_call_all_mapped())
    return false;
  for (int t = 0; t < upcr_self.threads; t++)
    if (upcr_topo_runs_on(t) == here && !has_entered(t, call->number))
      return false;
  return true;
}
