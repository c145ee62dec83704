/* SPDX-License-Identifier: Apache-2.0 */
/* Progress, by one thread at a time, and the descriptor on which the progress thread sleeps. */
#include <stdlib.h>
#include <string.h>

#include "../../base/log.h"
#include "ucx.h"

static void deliver(const struct upcr_ucx_arrival *arrivals, size_t count) {
  for (size_t i = 0; i < count; i++) {
    struct upcr_order_head head;
    if (arrivals[i].bytes < sizeof head)
      upcr_fatal("%s: a message of %zu bytes came, which no process of the job sends",
                 upcr_ucx.description, arrivals[i].bytes);
    memcpy(&head, arrivals[i].data, sizeof head);
    upcr_order_arrived(&upcr_ucx.order, head, (const char *)arrivals[i].data + sizeof head,
                       arrivals[i].bytes - sizeof head);
  }
}

/* Takes the list of what came away while it is handed on, so that nobody else's progress changes
 * it. */
static bool advance(void) {
  pthread_mutex_lock(&upcr_ucx.mutex);
  upcr_ucx.did = false;
  bool did = UCX(ucp_worker_progress)(upcr_ucx.worker) != 0;
  did |= upcr_ucx.did;
  struct upcr_ucx_arrival *arrivals = upcr_ucx.arrivals;
  size_t count = upcr_ucx.arrived, room = upcr_ucx.arrivals_room;
  if (count == 0) {
    pthread_mutex_unlock(&upcr_ucx.mutex);
    return did;
  }
  upcr_ucx.arrivals = 0;
  upcr_ucx.arrived = upcr_ucx.arrivals_room = 0;
  pthread_mutex_unlock(&upcr_ucx.mutex);
  deliver(arrivals, count);
  pthread_mutex_lock(&upcr_ucx.mutex);
  for (size_t i = 0; i < count; i++)
    UCX(ucp_am_data_release)(upcr_ucx.worker, arrivals[i].data);
  if (!upcr_ucx.arrivals) {
    upcr_ucx.arrivals = arrivals;
    upcr_ucx.arrivals_room = room;
  } else
    free(arrivals);
  pthread_mutex_unlock(&upcr_ucx.mutex);
  return true;
}

/* The flag's acquire and release order what one thread after the other does with `order`. */
bool upcr_ucx_progress(void) {
  if (atomic_exchange_explicit(&upcr_ucx.progressing, true, memory_order_acquire))
    return false;
  bool did = advance();
  atomic_store_explicit(&upcr_ucx.progressing, false, memory_order_release);
  return did;
}

bool upcr_ucx_is_taken(void) {
  return atomic_load_explicit(&upcr_ucx.progressing, memory_order_relaxed);
}

int upcr_ucx_descriptors(int fds[UPCR_CONDUIT_DESCRIPTORS]) {
  fds[0] = upcr_ucx.descriptor;
  return upcr_ucx.descriptor >= 0;
}

bool upcr_ucx_arm(void) {
  if (upcr_ucx.descriptor < 0)
    return true;
  pthread_mutex_lock(&upcr_ucx.mutex);
  ucs_status_t status = upcr_ucx.arrived ? UCS_ERR_BUSY : UCX(ucp_worker_arm)(upcr_ucx.worker);
  pthread_mutex_unlock(&upcr_ucx.mutex);
  if (status != UCS_OK && status != UCS_ERR_BUSY)
    upcr_fatal("%s: cannot wait for messages: %s", upcr_ucx.description,
               UCX(ucs_status_string)(status));
  return status == UCS_OK;
}
