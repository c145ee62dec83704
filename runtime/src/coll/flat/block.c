#include "block.h"

#include "../../base/log.h"

struct upcr_block upcr_block_between(const struct upcr_call *call, int from, int to) {
  size_t n = call->nbytes;
  switch (call->which) {
  case UPCR_ALL_BROADCAST:
    return (struct upcr_block){upcr_part(call->dst, to, 0), call->src};
  case UPCR_ALL_SCATTER:
    return (struct upcr_block){upcr_part(call->dst, to, 0), call->src + (size_t)to * n};
  case UPCR_ALL_GATHER:
    return (struct upcr_block){call->dst + (size_t)from * n, upcr_part(call->src, from, 0)};
  case UPCR_ALL_GATHER_ALL:
    return (struct upcr_block){upcr_part(call->dst, to, (size_t)from * n), upcr_part(call->src, from, 0)};
  case UPCR_ALL_EXCHANGE:
    return (struct upcr_block){upcr_part(call->dst, to, (size_t)from * n), upcr_part(call->src, from, (size_t)to * n)};
  default:
    upcr_fatal("%s has no flat form", upcr_collective_name(call->function));
  }
}

static bool gives_from_root(const struct upcr_call *call) {
  return call->which == UPCR_ALL_BROADCAST || call->which == UPCR_ALL_SCATTER;
}

bool upcr_has_block(const struct upcr_call *call, int from, int to) {
  if (gives_from_root(call))
    return from == call->root;
  return call->which != UPCR_ALL_GATHER || to == call->root;
}

/* Of an end that is the root's alone, or every thread's. */
static struct upcr_peers root_or_all(const struct upcr_call *call, bool root_alone) {
  return root_alone ? (struct upcr_peers){1, call->root} : (struct upcr_peers){upcr_self.threads, upcr_self.mythread};
}

static const struct upcr_peers nobody = {0, -1};

struct upcr_peers upcr_givers(const struct upcr_call *call) {
  if (call->which == UPCR_ALL_GATHER && upcr_self.mythread != call->root)
    return nobody;
  return root_or_all(call, gives_from_root(call));
}

struct upcr_peers upcr_takers(const struct upcr_call *call) {
  if (gives_from_root(call) && upcr_self.mythread != call->root)
    return nobody;
  return root_or_all(call, call->which == UPCR_ALL_GATHER);
}
