/* SPDX-License-Identifier: Apache-2.0 */
#include "stream.h"

#include "await.h"
#include "meet.h"

static size_t length_at(const struct upcr_call *call, size_t at, size_t fragment) {
  return call->nbytes - at < fragment ? call->nbytes - at : fragment;
}

/* The last part is left where the call is: words say of the later number that the thread is done
 * with all. */
void upcr_stream(const struct upcr_call *call, size_t fragment, upcr_stream_function *serve,
                 void *state) {
  struct upcr_call part = *call;
  part.in = part.out = UPCR_NOSYNC;
  if (call->in == UPCR_ALLSYNC)
    upcr_all_entered(call);
  for (size_t at = 0; at < call->nbytes; at += fragment) {
    if (at > 0) {
      upcr_call_leave(&part);
      upcr_call_next(&part);
    }
    serve(&part, at, length_at(call, at, fragment), state);
  }
  if (call->out == UPCR_ALLSYNC)
    upcr_all_done(&part);
  upcr_call_leave(&part);
}

/* Gives fragments from `at` on, and leaves their calls in `part`; part[0] is entered already. */
static int give_some(const struct upcr_call *call, struct upcr_call *part, size_t at,
                     size_t fragment, upcr_stream_function *give, void *state) {
  int given = 0;
  for (; given < UPCR_STREAM_AHEAD && at < call->nbytes; given++, at += fragment) {
    if (given > 0) {
      upcr_pay_wakes();
      part[given] = part[given - 1];
      upcr_call_next(&part[given]);
    }
    give(&part[given], at, length_at(call, at, fragment), state);
  }
  return given;
}

void upcr_stream_exchange(const struct upcr_call *call, size_t fragment, upcr_stream_function *give,
                          upcr_stream_function *take, void *state) {
  struct upcr_call part[UPCR_STREAM_AHEAD] = {*call};
  int last = 0;
  part[0].in = part[0].out = UPCR_NOSYNC;
  if (call->in == UPCR_ALLSYNC)
    upcr_all_entered(call);
  for (size_t at = 0; at < call->nbytes;) {
    if (at > 0) {
      upcr_call_leave(&part[last]);
      part[0] = part[last];
      upcr_call_next(&part[0]);
    }
    last = give_some(call, part, at, fragment, give, state) - 1;
    for (int i = 0; i <= last; i++, at += fragment) {
      take(&part[i], at, length_at(call, at, fragment), state);
      if (i < last)
        upcr_call_leave(&part[i]);
    }
  }
  if (call->out == UPCR_ALLSYNC)
    upcr_all_done(&part[last]);
  upcr_call_leave(&part[last]);
}
