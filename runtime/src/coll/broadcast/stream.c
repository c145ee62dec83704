/* Broadcast by a post for each fragment. */
#include "../algorithms.h"
#include "../stream.h"

static void fragment(const struct upcr_call *whole, size_t at, size_t n, void *none) {
  (void)none;
  struct upcr_call part = upcr_stream_part(whole, at, n);
  upcr_broadcast_post(&part, 0);
}

void upcr_broadcast_stream(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  upcr_stream(call, upcr_stream_fragment(algorithm, 1), fragment, 0);
}
