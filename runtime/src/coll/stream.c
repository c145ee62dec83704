#include "stream.h"

#include "words.h"

/* The last part is left where the call is: words say of the later number that the thread is done with all. */
void upcr_stream(const struct upcr_call *call, size_t fragment, upcr_stream_function *serve, void *state) {
  struct upcr_call part = *call;
  part.in = part.out = UPCR_NOSYNC;
  if (call->in == UPCR_ALLSYNC)
    upcr_all_entered(call);
  for (size_t at = 0; at < call->nbytes; at += fragment) {
    if (at > 0) {
      upcr_call_leave(&part);
      upcr_call_next(&part);
    }
    serve(&part, at, call->nbytes - at < fragment ? call->nbytes - at : fragment, state);
  }
  if (call->out == UPCR_ALLSYNC)
    upcr_all_done(&part);
  upcr_call_leave(&part);
}
