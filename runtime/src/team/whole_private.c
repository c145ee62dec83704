/* Blocking collectives on private memory, of a team of all threads: short data are posts (coll/post.h), which each thread reads where they
 * are, so that nobody waits for those who read what it has. Results are folded in the order of ranks by each thread that wants them, by kernels,
 * or by functions of the program's own. Longer data, and memory that is not mapped, go by the plans; so do arguments that are wrong, which
 * these tell. */
#include <string.h>
#include <upc_types.h>

#include "../coll/edge.h"
#include "../coll/post.h"
#include "engine.h"
#include "reduction.h"
#include "whole.h"

enum { POSTED_MOST = 4096 /* bytes */ };
_Static_assert((int)POSTED_MOST <= (int)UPCR_POST_MAX, "a post has room for them");

/* True if each thread's n bytes are to be a post. */
static bool serves(upcx_team_t team, size_t n) {
  return upcr_team_is_whole(team) && n > 0 && n <= POSTED_MOST && upcr_call_all_mapped();
}

static bool has_rank(upcx_team_t team, int root) { return root >= 0 && root < team->size; }

/* `arguments`: what else is single-valued. */
static struct upcr_call enter(upcx_team_t team, enum upcr_collective function, size_t n, uint64_t arguments) {
  struct upcr_call call = {.which = function, .function = function, .team = team->area[0], .nbytes = n};
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

bool upcr_whole_broadcast_private(void *buffer, size_t nbytes, int root, upcx_team_t team) {
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

bool upcr_whole_scatter_private(void *dst, const void *src, size_t nbytes, int root, upcx_team_t team) {
  size_t own = nbytes * (size_t)upcr_self.mythread, all = nbytes * (size_t)upcr_self.threads;
  if (!serves(team, nbytes) || all > POSTED_MOST || !has_rank(team, root) || !dst || (team->rank == root && !src))
    return false;
  struct upcr_call call = enter(team, UPCR_TEAM_SCATTER, nbytes, (unsigned)root);
  if (team->rank == root) {
    post_to_all(&call, src, all);
    memmove(dst, (const char *)src + own, nbytes);
  } else {
    memcpy(dst, (const char *)upcr_post_read(&call, root, all) + own, nbytes);
  }
  upcr_call_leave(&call);
  return true;
}

/* Puts the n bytes at `at` of each thread's post of `all` bytes one after the other. */
static void collect(const struct upcr_call *call, char *dst, size_t at, size_t n, size_t all) {
  for (int k = 0; k < upcr_self.threads; k++) {
    int thread = upcr_after(k);
    memcpy(dst + n * (size_t)thread, (const char *)upcr_post_read(call, thread, all) + at, n);
  }
}

bool upcr_whole_gather_private(void *dst, const void *src, size_t nbytes, int root, upcx_team_t team) {
  if (!serves(team, nbytes) || !has_rank(team, root) || !src || (team->rank == root && !dst))
    return false;
  struct upcr_call call = enter(team, UPCR_TEAM_GATHER, nbytes, (unsigned)root);
  post_to(&call, root, src, nbytes);
  if (team->rank == root)
    collect(&call, dst, 0, nbytes, nbytes);
  upcr_call_leave(&call);
  return true;
}

bool upcr_whole_gather_all_private(void *dst, const void *src, size_t nbytes, upcx_team_t team) {
  if (!serves(team, nbytes) || !dst || !src)
    return false;
  struct upcr_call call = enter(team, UPCR_TEAM_GATHER_ALL, nbytes, 0);
  post_to_all(&call, src, nbytes);
  collect(&call, dst, 0, nbytes, nbytes);
  upcr_call_leave(&call);
  return true;
}

bool upcr_whole_exchange_private(void *dst, const void *src, size_t nbytes, upcx_team_t team) {
  size_t own = nbytes * (size_t)upcr_self.mythread, all = nbytes * (size_t)upcr_self.threads;
  if (!serves(team, nbytes) || all > POSTED_MOST || !dst || !src)
    return false;
  struct upcr_call call = enter(team, UPCR_TEAM_EXCHANGE, nbytes, 0);
  post_to_all(&call, src, all);
  collect(&call, dst, own, nbytes, all);
  upcr_call_leave(&call);
  return true;
}

/* Folds the vectors of ranks 0 to ranks - 1 to `to`. */
static void fold(const struct upcr_call *call, const struct upcr_reduction *r, void *to, int ranks) {
  if (ranks > 0)
    memcpy(to, upcr_post_read(call, 0, call->nbytes), call->nbytes);
  for (int rank = 1; rank < ranks; rank++)
    r->type->combine(r, to, upcr_post_read(call, rank, call->nbytes), r->nelems);
}

/* Each posts its vector; the caller folds those of so many ranks. */
static bool reduce(enum upcr_collective function, void *dst, const void *src, int type, int op, size_t nelems,
                   int ranks, upcx_team_t team) {
  if (!upcr_team_is_whole(team))
    return false;
  struct upcr_reduction r = upcr_team_reduction(function, type, op, nelems);
  size_t n = upcr_vector_bytes(&r);
  if (!serves(team, n) || !src || !dst)
    return false;
  struct upcr_call call = enter(team, function, n, upcr_team_reduction_digest(0, &r, type, op));
  post_to_all(&call, src, n);
  fold(&call, &r, dst, ranks);
  upcr_call_leave(&call);
  return true;
}

bool upcr_whole_reduce_private(void *dst, const void *src, int type, int op, size_t nelems, int root,
                               upcx_team_t team) {
  if (!upcr_team_is_whole(team) || !has_rank(team, root))
    return false;
  struct upcr_reduction r = upcr_team_reduction(UPCR_TEAM_REDUCE, type, op, nelems);
  size_t n = upcr_vector_bytes(&r);
  if (!serves(team, n) || !src || (team->rank == root && !dst))
    return false;
  struct upcr_call call =
      enter(team, UPCR_TEAM_REDUCE, n, upcr_team_reduction_digest((unsigned)root + 1, &r, type, op));
  post_to(&call, root, src, n);
  if (team->rank == root)
    fold(&call, &r, dst, team->size);
  upcr_call_leave(&call);
  return true;
}

bool upcr_whole_reduce_all_private(void *dst, const void *src, int type, int op, size_t nelems, upcx_team_t team) {
  return reduce(UPCR_TEAM_REDUCE_ALL, dst, src, type, op, nelems, upcr_self.threads, team);
}

bool upcr_whole_prefix_reduce_private(void *dst, const void *src, int type, int op, size_t nelems, upcx_team_t team) {
  return reduce(UPCR_TEAM_PREFIX_REDUCE, dst, src, type, op, nelems, upcr_self.mythread + 1, team);
}

bool upcr_whole_prefix_reduce_exclusive_private(void *dst, const void *src, int type, int op, size_t nelems,
                                                upcx_team_t team) {
  return reduce(UPCR_TEAM_PREFIX_REDUCE_EXCLUSIVE, dst, src, type, op, nelems, upcr_self.mythread, team);
}
