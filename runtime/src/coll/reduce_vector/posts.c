#include "posts.h"

#include <string.h>

#include "../edge.h"
#include "../post.h"
#include "../reduce/reduction.h"

static void give(const struct upcr_call *call, size_t at, size_t n) {
  upcr_post_fill(call, upcr_reach(upcr_part(call->src, upcr_self.mythread, at)), n);
  upcr_post_to(call, call->root);
}

/* The vectors of all threads as the thread of dst reads them. */
struct vectors {
  const struct upcr_call *call;
  size_t n;
  const void *own;
};

static const void *vector_of(const struct vectors *v, int thread) {
  return thread == v->call->root ? v->own : upcr_post_read(v->call, thread, v->n);
}

static void fold(const struct vectors *v, void *to) {
  const struct upcr_reduction *r = v->call->reduction;
  const void *first = vector_of(v, 0);
  size_t elements = v->n / r->type->size;
  if (upcr_self.threads == 1)
    memcpy(to, first, v->n);
  else
    r->type->zip(r, to, first, vector_of(v, 1), elements);
  for (int t = 2; t < upcr_self.threads; t++)
    r->type->combine(r, to, vector_of(v, t), elements);
}

/* A vector that the result is written over is put aside. */
static void fold_with_own(const struct upcr_call *call, size_t at, size_t n) {
  _Alignas(16) char aside[UPCR_POST_MAX];
  struct vectors v = {call, n, upcr_reach(upcr_part(call->src, call->root, at))};
  void *to = upcr_reach(call->dst + at);
  if (v.own == to)
    v.own = memcpy(aside, to, n);
  fold(&v, to);
}

void upcr_reduce_vector_by_posts(const struct upcr_call *call, size_t at, size_t n) {
  if (upcr_self.mythread == call->root)
    fold_with_own(call, at, n);
  else
    give(call, at, n);
}
