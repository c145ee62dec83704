/* SPDX-License-Identifier: Apache-2.0 */
/* Blocks by posts (post.h): who gives posts, all who take read, whole or a fragment after the
 * other (stream.h). One piece of code for every operation that has a geometry, folded in at
 * compile time where calls are short. Permutations have their own (permute.c). */
#include <string.h>

#include "../register.h"
#include "../geometry.h"
#include "../reduce/reduction.h"
#include "../stream.h"

#define INLINED __attribute__((always_inline)) static inline

/* Bytes of a post with n of each block: own blocks are left out, but of vectors, which are read
 * in place of what the result is written over. */
INLINED size_t posted_bytes(struct upcr_geometry g, size_t n) {
  return !g.src_by_taker ? n : n * (size_t)(upcr_self.threads - !g.folds);
}

/* Where in the post of `from` the caller's bytes are. */
INLINED size_t posted_at(struct upcr_geometry g, int from, size_t n) {
  int me = upcr_self.mythread;
  return !g.src_by_taker ? 0 : n * (size_t)(g.folds ? me : me - (me > from));
}

INLINED void fill(const struct upcr_call *call, struct upcr_geometry g, size_t at, size_t n) {
  const char *src =
      upcr_reach((g.from_root ? call->src : upcr_part(call->src, upcr_self.mythread, 0)) + at);
  void *post = upcr_post_begin(call, posted_bytes(g, n));
  if (g.src_by_taker && !g.folds)
    upcr_post_blocks(call, post, src, n);
  else
    upcr_post_put(post, src, posted_bytes(g, n));
}

INLINED void keep_own(const struct upcr_call *call, struct upcr_geometry g, size_t at, size_t n) {
  struct upcr_block own = upcr_block_of(g, call, upcr_self.mythread, upcr_self.mythread);
  upcr_move(own.dst + at, own.src + at, n);
}

INLINED void take(const struct upcr_call *call, struct upcr_geometry g, int from, size_t at,
                  size_t n) {
  const char *post = upcr_post_read(call, from, posted_bytes(g, n));
  upcr_post_take(upcr_block_of(g, call, from, upcr_self.mythread).dst + at,
                 post + posted_at(g, from, n), n);
}

INLINED void take_others(const struct upcr_call *call, struct upcr_geometry g, size_t at,
                         size_t n) {
  for (int k = 1; k < upcr_self.threads; k++)
    take(call, g, upcr_after(k), at, n);
}

/* The root's own part is done before its post, which so says both. */
INLINED void move_blocks(const struct upcr_call *call, struct upcr_geometry g, size_t at,
                         size_t n) {
  bool is_root = upcr_self.mythread == call->root;
  if (g.from_root && !is_root) {
    take(call, g, call->root, at, n);
    return;
  }
  if (g.from_root || !g.to_root || !is_root)
    fill(call, g, at, n);
  if (g.from_root)
    keep_own(call, g, at, n);
  if (g.to_root && !is_root)
    upcr_post_to(call, call->root);
  else if (!g.to_root)
    upcr_post_all(call);
  if (!g.from_root && (!g.to_root || is_root)) {
    keep_own(call, g, at, n);
    take_others(call, g, at, n);
  }
}

/* The vectors of all threads as one that folds reads them: its own is posted, or, of the root
 * alone, put aside if the result is written over it. */
struct vectors {
  const struct upcr_call *call;
  struct upcr_geometry g;
  size_t n;
  const void *own; /* 0: it is posted */
};

static const void *vector_of(const struct vectors *v, int thread) {
  if (v->own && thread == upcr_self.mythread)
    return v->own;
  return (const char *)upcr_post_read(v->call, thread, posted_bytes(v->g, v->n)) +
         posted_at(v->g, thread, v->n);
}

static void fold(const struct vectors *v, void *to) {
  const struct upcr_reduction *r = v->call->reduction;
  size_t elements = v->n / r->type->size;
  const void *first = vector_of(v, 0);
  if (upcr_self.threads == 1)
    memcpy(to, first, v->n);
  else
    r->type->zip(r, to, first, vector_of(v, 1), elements);
  for (int t = 2; t < upcr_self.threads; t++)
    r->type->combine(r, to, vector_of(v, t), elements);
}

static void fold_at_root(struct vectors *v, size_t at) {
  _Alignas(16) char aside[UPCR_POST_MAX];
  void *to = upcr_reach(v->call->dst + at);
  v->own = upcr_reach(upcr_part(v->call->src, v->call->root, at));
  if (v->own == to)
    v->own = memcpy(aside, to, v->n);
  fold(v, to);
}

static void fold_vectors(const struct upcr_call *call, size_t at, size_t n) {
  struct vectors v = {call, upcr_geometry_of(call->which), n, 0};
  if (v.g.to_root && upcr_self.mythread == call->root) {
    fold_at_root(&v, at);
    return;
  }
  fill(call, v.g, at, n);
  if (v.g.to_root) {
    upcr_post_to(call, call->root);
    return;
  }
  upcr_post_all(call);
  fold(&v, upcr_reach(upcr_part(call->dst, upcr_self.mythread, at)));
}

/* What ALLSYNC asks for: only the root's entry lets others read its post, and that post, read by
 * all, says that the root is done. */
INLINED void whole(const struct upcr_call *call, struct upcr_geometry g) {
  if (g.from_root)
    upcr_post_sync_in_at(call, call->root);
  else
    upcr_post_sync_in(call);
  if (g.folds)
    fold_vectors(call, 0, call->nbytes);
  else
    move_blocks(call, g, 0, call->nbytes);
  if (g.from_root)
    upcr_post_sync_out_but(call, call->root);
  else if (g.to_root)
    upcr_post_sync_out_of(call, call->root);
  else
    upcr_post_sync_out(call);
}

/* Each with the registers that it needs, not those of all. */
#define OF_ONE(name, operation)                                                                    \
  __attribute__((noinline)) static void name(const struct upcr_call *call) {                       \
    whole(call, upcr_geometry_of(operation));                                                      \
  }
OF_ONE(broadcast, UPCR_ALL_BROADCAST)
OF_ONE(scatter, UPCR_ALL_SCATTER)
OF_ONE(gather, UPCR_ALL_GATHER)
OF_ONE(gather_all, UPCR_ALL_GATHER_ALL)
OF_ONE(exchange, UPCR_ALL_EXCHANGE)
OF_ONE(of_any, call->which)
#undef OF_ONE

void upcr_posts(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  (void)algorithm;
  switch (call->which) {
  case UPCR_ALL_BROADCAST:
    return broadcast(call);
  case UPCR_ALL_SCATTER:
    return scatter(call);
  case UPCR_ALL_GATHER:
    return gather(call);
  case UPCR_ALL_GATHER_ALL:
    return gather_all(call);
  case UPCR_ALL_EXCHANGE:
    return exchange(call);
  default:
    return of_any(call);
  }
}

static void fragment(const struct upcr_call *call, size_t at, size_t n, void *none) {
  struct upcr_geometry g = upcr_geometry_of(call->which);
  (void)none;
  if (g.folds)
    fold_vectors(call, at, n);
  else
    move_blocks(call, g, at, n);
}

/* Fragments of all blocks of a post together have the length of a post. */
void upcr_posts_streamed(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  int blocks = upcr_geometry_of(call->which).src_by_taker ? upcr_self.threads - 1 : 1;
  upcr_stream(call, upcr_stream_fragment(algorithm, blocks), fragment, 0);
}

/* Broadcast in two ways at once: all read the beginning of the source, whose thread posts the
 * rest meanwhile.
 *
 * Reading is the least work where the source has not been written since the call before: its
 * lines are in the readers' caches. But its thread has to wait for the readers before it may
 * write it again. While they take the rest from the posts, and look at what they have got, it
 * does. */

/* Bytes that are read from the source, whole lines: about three quarters; less where a round
 * trip is much beside the rest. */
static size_t read_from_source(const struct upcr_call *call) {
  size_t n = call->nbytes;
  return (n <= UPCR_MOSTLY_POSTED_MOST ? n / 8 * 5 : n / 4 * 3) / UPCR_CACHE_LINE * UPCR_CACHE_LINE;
}

/* The source's thread begins before the others, which take the lines away from it (one_node.c). */
static void share_beginning(const struct upcr_call *call, upcr_pts_t dst, upcr_pts_t src,
                            size_t n) {
  int me = upcr_self.mythread;
  upcr_let_root_begin(call);
  upcr_move(upcr_part(dst, me, 0), src, n);
  if (me != call->root)
    upcr_signal(call, call->root);
}

/* The first fragment of the rest shares the beginning, of *state bytes, before it; after the
 * last one the source may be written. */
static void fragment_of_rest(const struct upcr_call *rest, size_t at, size_t n, void *state) {
  size_t beginning = *(const size_t *)state;
  if (at == 0)
    share_beginning(rest, rest->dst - beginning, rest->src - beginning, beginning);
  move_blocks(rest, upcr_geometry_of(UPCR_ALL_BROADCAST), at, n);
  if (at + n == rest->nbytes && upcr_self.mythread == rest->root)
    for (int k = 1; k < upcr_self.threads; k++)
      upcr_wait_signal(rest, upcr_after(k));
}

void upcr_broadcast_pull_post(const struct upcr_call *call,
                              const struct upcr_algorithm *algorithm) {
  size_t beginning = read_from_source(call);
  struct upcr_call rest = upcr_stream_part(call, beginning, call->nbytes - beginning);
  upcr_stream(&rest, upcr_stream_fragment(algorithm, 1), fragment_of_rest, &beginning);
}
