#include "last.h"

#include "await.h"

struct service {
  const struct upcr_call *call;
  upcr_serve_function *serve;
};

static void serve(void *arg) {
  const struct service *service = arg;
  service->serve(service->call);
}

void upcr_last_serves(const struct upcr_call *call, upcr_serve_function *function) {
  struct service service = {call, function};
  upcr_pay_wakes();
  upcr_collective_barrier_serving(call->function, call->tag, &(struct upcr_barrier_work){serve, &service});
}
