/* Reduce vectors by a post of each thread for each fragment, which is of whole elements of any type. */
#include "../algorithms.h"
#include "../stream.h"
#include "posts.h"

static void fragment(const struct upcr_call *call, size_t at, size_t n, void *none) {
  (void)none;
  upcr_reduce_vector_by_posts(call, at, n);
}

void upcr_reduce_vector_stream(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  upcr_stream(call, upcr_stream_fragment(algorithm, 1), fragment, 0);
}
