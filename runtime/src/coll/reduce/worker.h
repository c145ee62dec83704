/* Forms in which one thread does all the work, on the data of all. */
#ifndef UPCR_COLL_REDUCE_WORKER_H
#define UPCR_COLL_REDUCE_WORKER_H

#include "../edge.h"

/* Before the worker's first access, and after its last: what MYSYNC asks for. The first gives true for the worker. */
static inline bool upcr_work_begins(const struct upcr_call *call, int worker) {
  if (upcr_self.mythread != worker)
    upcr_allow(call, worker);
  for (int k = 1; upcr_self.mythread == worker && k < upcr_self.threads; k++)
    upcr_await_allowed(call, upcr_after(k));
  return upcr_self.mythread == worker;
}

static inline void upcr_work_ends(const struct upcr_call *call, int worker) {
  for (int k = 1; upcr_self.mythread == worker && k < upcr_self.threads; k++)
    upcr_report(call, upcr_after(k));
  if (upcr_self.mythread != worker)
    upcr_await_report(call, worker);
}

#endif
