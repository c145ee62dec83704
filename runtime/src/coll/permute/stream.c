/* Permute by a post of each thread for each fragment of its block. */
#include "../algorithms.h"
#include "../stream.h"
#include "permutation.h"
#include "posts.h"

struct block {
  const struct upcr_call *call;
  int to; /* the caller's target, from the first fragment on */
};

/* The target is read once all have entered, if ALLSYNC asks for that, and checked in the call's own modes, which its parts have not. */
static void give(const struct upcr_call *whole, size_t at, size_t n, void *of) {
  struct block *block = of;
  struct upcr_call part = upcr_stream_part(whole, at, n);
  if (at == 0)
    block->to = upcr_permutation_target(block->call);
  upcr_permute_give(&part, block->to);
}

static void take(const struct upcr_call *whole, size_t at, size_t n, void *of) {
  const struct block *block = of;
  struct upcr_call part = upcr_stream_part(whole, at, n);
  upcr_permute_take(&part, block->to);
}

void upcr_permute_stream(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  enum { LINE = 64 }; /* fragments of whole lines, and one for the head */
  struct block block = {.call = call};
  upcr_stream_exchange(call, upcr_stream_fragment(algorithm, 1) - LINE, give, take, &block);
}
