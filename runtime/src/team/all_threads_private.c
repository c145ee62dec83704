/* SPDX-License-Identifier: Apache-2.0 */
/* Blocking collectives on each thread's own memory, of a team of all threads: short data are
 * posts (coll/post.h), which each thread reads where they are, so that nobody waits for those
 * who read what it has. Results are folded in the order of ranks by each thread that wants them,
 * by kernels, or by functions of the program's own. Longer data, and memory that is not mapped,
 * go by the plans; so do arguments that are wrong, which these tell. */
#include <string.h>
#include <upc_types.h>

#include "../check/check.h"
#include "../coll/copies.h"
#include "../coll/post.h"
#include "../mem/segment.h"
#include "arguments.h"
#include "engine.h"
#include "reduction.h"
#include "all_threads.h"
#include "../coll/constants.h"

/* True if each thread's n bytes are to be a post. */
static bool serves(upcx_team_t team, size_t n) {
  return upcr_team_has_all_threads(team) && n > 0 && n <= UPCR_POST_MAX && upcr_call_all_mapped();
}

static bool serves_all(upcx_team_t team, size_t n) {
  return serves(team, n) && (n <= UPCR_POSTED_BY_ALL || upcr_self.threads <= 2);
}

static bool has_rank(upcx_team_t team, int root) { return root >= 0 && root < team->size; }

/* `arguments`: what else is single-valued. */
static struct upcr_call enter(upcx_team_t team, enum upcr_collective function, size_t n,
                              uint64_t arguments) {
  struct upcr_call call = {
      .which = function, .function = function, .team = team->area[0], .nbytes = n};
  upcr_ops_go_on();
  upcr_call_enter(&call, UPC_IN_MYSYNC | UPC_OUT_MYSYNC, arguments);
  return call;
}

static void post_to_all(const struct upcr_call *call, const void *bytes, size_t n) {
  upcr_post_fill(call, bytes, n);
  upcr_post_all(call);
}

static void post_to(const struct upcr_call *call, int reader, const void *bytes, size_t n) {
  upcr_post_fill(call, bytes, n);
  upcr_post_to(call, reader);
}

bool upcr_all_threads_broadcast_private(void *buffer, size_t nbytes, int root, upcx_team_t team) {
  if (!serves(team, nbytes) || !has_rank(team, root) || !buffer)
    return false;
  struct upcr_call call = enter(team, UPCR_TEAM_BROADCAST, nbytes, (unsigned)root);
  if (team->rank == root)
    post_to_all(&call, buffer, nbytes);
  else
    memcpy(buffer, upcr_post_read(&call, root, nbytes), nbytes);
  upcr_call_leave(&call);
  return true;
}

/* A thread with blocks for all posts those of the others, one after the other. */
static size_t bytes_for_others(size_t nbytes) { return nbytes * (size_t)(upcr_self.threads - 1); }

static void post_blocks(const struct upcr_call *call, const char *blocks) {
  upcr_post_blocks(call, upcr_post_begin(call, bytes_for_others(call->nbytes)), blocks,
                   call->nbytes);
  upcr_post_all(call);
}

/* The caller's block in the post of `thread`. */
static const char *read_block(const struct upcr_call *call, int thread) {
  int at = upcr_self.mythread - (upcr_self.mythread > thread);
  return (const char *)upcr_post_read(call, thread, bytes_for_others(call->nbytes)) +
         call->nbytes * (size_t)at;
}

bool upcr_all_threads_scatter_private(void *dst, const void *src, size_t nbytes, int root,
                                      upcx_team_t team) {
  size_t own = nbytes * (size_t)upcr_self.mythread;
  if (!serves(team, nbytes) || !serves(team, bytes_for_others(nbytes)) || !has_rank(team, root) ||
      !dst || (team->rank == root && !src))
    return false;
  struct upcr_call call = enter(team, UPCR_TEAM_SCATTER, nbytes, (unsigned)root);
  if (team->rank == root) {
    post_blocks(&call, src);
    memmove(dst, (const char *)src + own, nbytes);
  } else {
    memcpy(dst, read_block(&call, root), nbytes);
  }
  upcr_call_leave(&call);
  return true;
}

/* Puts the caller's bytes, `own`, and the others' posts one after the other. */
static void collect(const struct upcr_call *call, char *dst, const void *own) {
  size_t n = call->nbytes;
  memmove(dst + n * (size_t)upcr_self.mythread, own, n);
  for (int k = 1; k < upcr_self.threads; k++) {
    int thread = upcr_after(k);
    memcpy(dst + n * (size_t)thread, upcr_post_read(call, thread, n), n);
  }
}

bool upcr_all_threads_gather_private(void *dst, const void *src, size_t nbytes, int root,
                                     upcx_team_t team) {
  if (!serves(team, nbytes) || !has_rank(team, root) || !src || (team->rank == root && !dst))
    return false;
  struct upcr_call call = enter(team, UPCR_TEAM_GATHER, nbytes, (unsigned)root);
  if (team->rank == root)
    collect(&call, dst, src);
  else
    post_to(&call, root, src, nbytes);
  upcr_call_leave(&call);
  return true;
}

bool upcr_all_threads_gather_all_private(void *dst, const void *src, size_t nbytes,
                                         upcx_team_t team) {
  if (!serves_all(team, nbytes) || !dst || !src)
    return false;
  struct upcr_call call = enter(team, UPCR_TEAM_GATHER_ALL, nbytes, 0);
  post_to_all(&call, src, nbytes);
  collect(&call, dst, src);
  upcr_call_leave(&call);
  return true;
}

/* dst may be src, whose blocks for others have been posted when theirs are written. */
bool upcr_all_threads_exchange_private(void *dst, const void *src, size_t nbytes,
                                       upcx_team_t team) {
  size_t own = nbytes * (size_t)upcr_self.mythread;
  if (!serves(team, nbytes) || !serves_all(team, bytes_for_others(nbytes)) || !dst || !src)
    return false;
  struct upcr_call call = enter(team, UPCR_TEAM_EXCHANGE, nbytes, 0);
  post_blocks(&call, src);
  memmove((char *)dst + own, (const char *)src + own, nbytes);
  for (int k = 1; k < upcr_self.threads; k++) {
    int thread = upcr_after(k);
    memcpy((char *)dst + nbytes * (size_t)thread, read_block(&call, thread), nbytes);
  }
  upcr_call_leave(&call);
  return true;
}

/* Folds the vectors of ranks 0 to ranks - 1 to `to`: the caller's own, where it was not posted,
 * lies at `own`. */
static void fold(const struct upcr_call *call, const struct upcr_reduction *r, void *to,
                 const void *own, int ranks) {
  for (int rank = 0; rank < ranks; rank++) {
    bool is_own = own && rank == upcr_self.mythread;
    const void *vector = is_own ? own : upcr_post_read(call, rank, call->nbytes);
    if (rank > 0)
      r->type->combine(r, to, vector, r->nelems);
    else if (to != vector)
      memcpy(to, vector, call->nbytes);
  }
}

/* A reduction of each thread's own memory. */
struct reduction {
  enum upcr_collective function;
  int root;           /* which alone wants a result; ALL: all do */
  int ranks;          /* 0 to ranks - 1, whose vectors the caller's result is made of */
  uint64_t arguments; /* what else is single-valued */
};
enum { ALL = -1 };

/* Each posts its vector; those who want a result fold it. The root's own vector need not be
 * posted, unless the result takes its place before it is folded. */
static bool reduce(const struct reduction *what, void *dst, const void *src, int type, int op,
                   size_t nelems, upcx_team_t team) {
  if (!upcr_team_has_all_threads(team))
    return false;
  struct upcr_reduction r = upcr_team_reduction(what->function, type, op, nelems);
  size_t n = upcr_vector_bytes(&r);
  bool is_rooted = what->root != ALL, wants = !is_rooted || team->rank == what->root;
  if (!(is_rooted ? serves(team, n) : serves_all(team, n)) || !src || (wants && !dst))
    return false;
  uint32_t digest = upcr_digest((unsigned)what->root, what->arguments);
  struct upcr_call call =
      enter(team, what->function, n, upcr_team_reduction_digest(digest, &r, type, op));
  bool keeps_own = is_rooted && wants && (dst != src || team->rank == 0);
  if (!is_rooted)
    post_to_all(&call, src, n);
  else if (!keeps_own)
    post_to(&call, what->root, src, n);
  if (wants)
    fold(&call, &r, dst, keeps_own ? src : 0, what->ranks);
  upcr_call_leave(&call);
  return true;
}

bool upcr_all_threads_reduce_private(void *dst, const void *src, int type, int op, size_t nelems,
                                     int root, upcx_team_t team) {
  struct reduction what = {UPCR_TEAM_REDUCE, root, upcr_self.threads, 0};
  return upcr_team_has_all_threads(team) && has_rank(team, root) &&
         reduce(&what, dst, src, type, op, nelems, team);
}

bool upcr_all_threads_reduce_all_private(void *dst, const void *src, int type, int op,
                                         size_t nelems, upcx_team_t team) {
  struct reduction what = {UPCR_TEAM_REDUCE_ALL, ALL, upcr_self.threads, 0};
  return reduce(&what, dst, src, type, op, nelems, team);
}

/* Ranks whose vectors are in the caller's result. */
static int ranks_of_prefix(enum upcr_collective function) {
  return upcr_self.mythread + (function == UPCR_TEAM_PREFIX_REDUCE);
}

static bool prefix(enum upcr_collective function, void *dst, const void *src, int type, int op,
                   size_t nelems, upcx_team_t team) {
  struct reduction what = {function, ALL, ranks_of_prefix(function), 0};
  return reduce(&what, dst, src, type, op, nelems, team);
}

bool upcr_all_threads_prefix_reduce_private(void *dst, const void *src, int type, int op,
                                            size_t nelems, upcx_team_t team) {
  return prefix(UPCR_TEAM_PREFIX_REDUCE, dst, src, type, op, nelems, team);
}

bool upcr_all_threads_prefix_reduce_exclusive_private(void *dst, const void *src, int type, int op,
                                                      size_t nelems, upcx_team_t team) {
  return prefix(UPCR_TEAM_PREFIX_REDUCE_EXCLUSIVE, dst, src, type, op, nelems, team);
}

/* Its own parts are memory like any other. What is wrong with the arguments the plan says, in
 * checked code always. */
bool upcr_all_threads_prefix_of_parts(enum upcr_collective function, upcr_ppts_t dst,
                                      upcr_ppts_t src, int type, int op, size_t nelems, int flags,
                                      upcx_team_t team) {
  bool in_place = flags & UPCX_IN_PLACE;
  if (in_place)
    src = dst;
  if (!upcr_team_has_all_threads(team) ||
      (flags & ~UPCX_IN_PLACE) != (UPC_IN_MYSYNC | UPC_OUT_MYSYNC) || upcr_check_on() ||
      dst.p == 0 || src.p == 0 || upcr_thread(dst.p) != 0 || upcr_thread(src.p) != 0)
    return false;
  struct reduction what = {function, ALL, ranks_of_prefix(function),
                           upcr_team_digest(dst.p, src.p, in_place)};
  return reduce(&what, upcr_segment_address(upcr_part(dst.p, upcr_self.mythread, 0)),
                upcr_segment_address(upcr_part(src.p, upcr_self.mythread, 0)), type, op, nelems,
                team);
}
