/* SPDX-License-Identifier: Apache-2.0 */
/* Blocks by posts (post.h): one code for every operation that has a geometry, which is a
 * compile-time constant where calls are short. A thread touches only posts and its own memory,
 * which may be private. permute.c serves permutations. */
#include <string.h>

#include "../../base/simulated.h"
#include "../geometry.h"
#include "../reduce/reduction.h"
#include "../post.h"

#define INLINED __attribute__((always_inline)) static inline

/* The offset of the caller's bytes in the post of `from`. */
INLINED size_t posted_at(struct upcr_geometry g, int from, size_t n) {
  int me = upcr_self.mythread;
  return !g.src_by_taker ? 0 : n * (size_t)(g.folds ? me : me - (me > from));
}

/* The caller's memory from byte `at` of each block on. */
INLINED const char *source(const struct upcr_call *call, struct upcr_geometry g, size_t at) {
  if (call->own)
    return call->own->src + at;
  return upcr_reach((g.from_root ? call->src : upcr_part(call->src, upcr_self.mythread, 0)) + at);
}

INLINED char *target(const struct upcr_call *call, struct upcr_geometry g, size_t at) {
  if (call->own)
    return call->own->dst + at;
  return upcr_reach((g.to_root ? call->dst : upcr_part(call->dst, upcr_self.mythread, 0)) + at);
}

/* Posts n bytes of vectors, of one block, or of each block for another thread. */
INLINED void fill(const struct upcr_call *call, struct upcr_geometry g, const char *src, size_t n) {
  char *post = upcr_post_begin(call, upcr_given_bytes(g, n));
  int me = upcr_self.mythread;
  if (!g.src_by_taker || g.folds)
    memcpy(post, src, upcr_given_bytes(g, n));
  else
    for (int t = 0; t < upcr_self.threads; t++)
      if (t != me)
        memcpy(post + n * (size_t)(t - (t > me)), src + (size_t)t * call->nbytes, n);
}

/* The destination of the block of `from`. */
INLINED char *place_of(const struct upcr_call *call, struct upcr_geometry g, char *dst, int from) {
  return dst + (g.dst_by_giver ? (size_t)from * call->nbytes : 0);
}

INLINED void keep_own(const struct upcr_call *call, struct upcr_geometry g, char *dst,
                      const char *src, size_t n) {
  int me = upcr_self.mythread;
  const char *block = src + (g.src_by_taker ? (size_t)me * call->nbytes : 0);
  char *to = place_of(call, g, dst, me);
  if (to == block)
    return;
  if (upcr_is_simulated())
    upcr_simulated->copy(me, me, n);
  memmove(to, block, n);
}

INLINED void take(const struct upcr_call *call, struct upcr_geometry g, char *dst, int from,
                  size_t n) {
  const char *post = upcr_post_read(call, from, upcr_given_bytes(g, n));
  memcpy(place_of(call, g, dst, from), post + posted_at(g, from, n), n);
}

INLINED void take_others(const struct upcr_call *call, struct upcr_geometry g, char *dst,
                         size_t n) {
  for (int k = 1; k < upcr_self.threads; k++)
    take(call, g, dst, upcr_after(k), n);
}

/* The root finishes its own part before its post, which therefore announces both. */
INLINED void move_blocks(const struct upcr_call *call, struct upcr_geometry g, size_t at,
                         size_t n) {
  bool is_root = upcr_self.mythread == call->root;
  if (g.from_root && !is_root) {
    take(call, g, target(call, g, at), call->root, n);
    return;
  }
  const char *src = source(call, g, at);
  if (g.from_root || !g.to_root || !is_root)
    fill(call, g, src, n);
  if (g.from_root)
    keep_own(call, g, target(call, g, at), src, n);
  if (g.to_root && !is_root)
    upcr_post_to(call, call->root);
  else if (!g.to_root)
    upcr_post_all(call);
  if (!g.from_root && (!g.to_root || is_root)) {
    keep_own(call, g, target(call, g, at), src, n);
    take_others(call, g, target(call, g, at), n);
  }
}

/* The vectors of all threads as the folding thread reads them: its own one is posted; or, on the
 * root only, it is copied if the result overwrites it. */
struct vectors {
  const struct upcr_call *call;
  struct upcr_geometry g;
  size_t n;
  const void *own; /* 0: it is posted */
};

static const void *vector_of(const struct vectors *v, int thread) {
  if (v->own && thread == upcr_self.mythread)
    return v->own;
  return (const char *)upcr_post_read(v->call, thread, upcr_given_bytes(v->g, v->n)) +
         posted_at(v->g, thread, v->n);
}

/* The vectors of the first threads, in order. */
static void fold(const struct vectors *v, void *to, int threads) {
  const struct upcr_reduction *r = v->call->reduction;
  size_t elements = v->n / r->type->size;
  if (threads > 0)
    memcpy(to, vector_of(v, 0), v->n);
  for (int t = 1; t < threads; t++)
    r->type->combine(r, to, to, vector_of(v, t), elements);
}

static void fold_at_root(struct vectors *v, char *dst, const char *src) {
  _Alignas(16) char aside[UPCR_POST_MAX];
  v->own = src == dst ? memcpy(aside, dst, v->n) : src;
  fold(v, dst, upcr_self.threads);
}

/* A result for all threads combines the vectors of the first `threads` threads. */
static void fold_vectors(const struct upcr_call *call, size_t at, size_t n, int threads) {
  struct vectors v = {call, upcr_geometry_of(call->which), n, 0};
  const char *src = source(call, v.g, at);
  if (v.g.to_root && upcr_self.mythread == call->root) {
    fold_at_root(&v, target(call, v.g, at), src);
    return;
  }
  fill(call, v.g, src, n);
  if (v.g.to_root) {
    upcr_post_to(call, call->root);
    return;
  }
  upcr_post_all(call);
  fold(&v, target(call, v.g, at), threads);
}

/* ALLSYNC: the root's post, which all others read, also shows that the root has entered and that it
 * is done. The modes are looked at here to save short calls two functions. */
INLINED void serve(const struct upcr_call *call, struct upcr_geometry g) {
  if (call->in == UPCR_ALLSYNC)
    upcr_post_sync_in(call, g.from_root ? call->root : -1);
  if (g.folds)
    fold_vectors(call, 0, call->nbytes, upcr_self.threads);
  else
    move_blocks(call, g, 0, call->nbytes);
  if (call->out == UPCR_ALLSYNC && g.to_root)
    upcr_post_sync_out_of(call, call->root);
  else if (call->out == UPCR_ALLSYNC)
    upcr_post_sync_out(call, g.from_root ? call->root : -1);
}

#define OF_ONE(name, operation)                                                                    \
  __attribute__((noinline)) static void name(const struct upcr_call *call) {                       \
    serve(call, upcr_geometry_of(operation));                                                      \
  }
OF_ONE(broadcast, UPCR_ALL_BROADCAST)
OF_ONE(scatter, UPCR_ALL_SCATTER)
OF_ONE(gather, UPCR_ALL_GATHER)
OF_ONE(gather_all, UPCR_ALL_GATHER_ALL)
OF_ONE(exchange, UPCR_ALL_EXCHANGE)
#undef OF_ONE

static void of_any(const struct upcr_call *call) { serve(call, upcr_geometry_of(call->which)); }

void upcr_posts(const struct upcr_call *call) {
  static upcr_algorithm_function *const known[UPCR_COLLECTIVES] = {[UPCR_ALL_BROADCAST] = broadcast,
                                                                   [UPCR_ALL_SCATTER] = scatter,
                                                                   [UPCR_ALL_GATHER] = gather,
                                                                   [UPCR_ALL_GATHER_ALL] =
                                                                       gather_all,
                                                                   [UPCR_ALL_EXCHANGE] = exchange};
  (known[call->which] ? known[call->which] : of_any)(call);
}

void upcr_post_vectors(const struct upcr_call *call, int threads) {
  fold_vectors(call, 0, call->nbytes, threads);
}

static void fragment(const struct upcr_call *call, size_t at, size_t n, void *none) {
  struct upcr_geometry g = upcr_geometry_of(call->which);
  (void)none;
  if (g.folds)
    fold_vectors(call, at, n, upcr_self.threads);
  else
    move_blocks(call, g, at, n);
}

/* Fragments of all blocks of a post together have the length of a post. */
void upcr_posts_streamed(const struct upcr_call *call) {
  int blocks = upcr_geometry_of(call->which).src_by_taker ? upcr_self.threads - 1 : 1;
  upcr_stream(call, upcr_stream_fragment(call->algorithm, blocks), fragment, 0);
}
