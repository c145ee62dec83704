/* SPDX-License-Identifier: Apache-2.0 */
#include "cost.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "../../mem/collective_area.h"
#include "../geometry.h"
#include "../patterns/tree.h"

#define OF(parameter) upcr_cost_parameter(UPCR_COST_##parameter)

/* A round of the operation, on T threads and P processors, with b bytes per block or per thread. */
struct round {
  enum upcr_collective operation;
  enum upcr_sync_class class;
  double T, P, b;
  struct upcr_geometry g; /* of permute, reduce and prefix_reduce none */
  bool oversubscribed;
  bool is_reduce, is_prefix, is_results; /* either of the two: a result of elements a thread */
  bool is_both;                          /* reduce_all: vectors go up and come down */
  bool has_block_for_each;               /* each thread has, or gets, a block for each */
};

/* Bytes that the busiest thread moves, and all together. */
struct traffic {
  double busiest, all;
};

/* Each thread moves, or folds, its own result; of a vector its slice. */
static struct traffic shared_out(const struct round *r) {
  double each = r->b * (r->has_block_for_each ? r->T : r->is_both || r->is_prefix ? 2 : 1);
  return (struct traffic){each, r->T * each};
}

/* One thread, or each thread for itself, reads all data. */
static struct traffic by_one(const struct round *r) {
  double all = shared_out(r).all / (r->is_prefix ? 2 : 1);
  return (struct traffic){all, all};
}

/* Each thread reads the vectors or elements of all; of blocks its own, unless one takes all. */
static struct traffic read_by_each(const struct round *r) {
  double all = r->T * r->b;
  if (r->is_both || r->is_prefix)
    return (struct traffic){all, r->T * all};
  return r->is_reduce || r->g.to_root ? by_one(r) : shared_out(r);
}

/* The bytes that the program writes before a call and reads after it: those of the busiest thread,
 * and of all. The result of a reduce is one element. */
static struct traffic program(const struct round *r) {
  double gives = r->g.src_by_taker ? r->T : 1, takes = r->is_reduce        ? 0
                                                       : r->g.dst_by_giver ? r->T
                                                                           : 1;
  return (struct traffic){
      (gives + takes) * r->b,
      ((r->g.from_root ? 1 : r->T) * gives + (r->g.to_root ? 1 : r->T) * takes) * r->b};
}

/* Times to copy a byte of another thread and an own one, if a thread's part of a round has `bytes`
 * bytes. */
static double other_byte(double bytes) {
  return bytes <= OF(CACHE_SHARED) ? OF(REGION_BYTE) : OF(MEMORY_BYTE);
}
static double own_byte(double bytes) {
  return bytes <= OF(CACHE_CORE) ? OF(OWN_BYTE) : other_byte(bytes);
}

/* Time of traffic on the processors: threads that share one work one after the other. */
static double time_of(const struct round *r, struct traffic t, double byte) {
  double each = t.all / (r->oversubscribed ? r->P : r->T);
  return (each > t.busiest ? each : t.busiest) * byte;
}

static double of_copies(const struct round *r, struct traffic t) {
  return time_of(r, t, other_byte(2 * program(r).busiest));
}

/* Copies, or folds, of what each thread is to have: those of results are of its own elements. */
static double of_shares(const struct round *r) {
  struct traffic t = shared_out(r);
  return r->is_results ? time_of(r, t, own_byte(2 * program(r).busiest)) : of_copies(r, t);
}

/* A signal: a line, or a switch between the threads of each processor. */
static double of_signal(const struct round *r) {
  return OF(REGION_LATENCY) + (r->oversubscribed ? r->T / r->P * OF(TURN) : 0);
}

/* All threads meet: by words, of which each thread fetches its own back, or by a barrier, in which
 * each thread runs once. */
static double of_meeting(const struct round *r) {
  return of_signal(r) + (r->oversubscribed ? 0 : (r->T - 1.5) * OF(REGION_GAP));
}

/* Meetings that take as long as the wait for posts, of which `places` may be out: where all post
 * none is ahead. */
static double of_wait(const struct round *r, double places) {
  return r->has_block_for_each || r->is_both ? 1 : 2 / places;
}

/* A post: its writer copies it, and its readers. */
static double of_posts(const struct round *r) {
  double posted = r->is_results ? 0 : r->b;
  return OF(POST) + OF(REGION_GAP) + time_of(r, (struct traffic){posted, posted}, OF(OWN_BYTE)) +
         (r->is_results ? of_shares(r) : of_copies(r, read_by_each(r)));
}

/* `steps` signals one after the other; with MYSYNC as many reports come back. */
static double of_steps(const struct round *r, double steps) {
  return (r->class == UPCR_CLASS_LOOSE ? 2 : 1) * steps * of_signal(r);
}

/* Trees, whose root serves one child after the other. */
static double tree(const struct round *r, double steps) {
  double ways = r->is_both ? 2 : 1, each = ways * steps;
  return of_steps(r, each) + of_copies(r, (struct traffic){each * r->b, ways * r->T * r->b});
}

/* True if `algorithm` is one of the names between blanks; a name that ends with * stands for all
 * that begin like it. */
static bool is_one_of(const char *names, const char *algorithm) {
  for (size_t n; n = strcspn(names, " "), n > 0; names += n + (names[n] != 0))
    if (names[n - 1] == '*' ? strncmp(names, algorithm, n - 1) == 0
                            : strlen(algorithm) == n && memcmp(names, algorithm, n) == 0)
      return true;
  return false;
}

/* The first line that has the algorithm counts: whether it is described; the meetings that it costs
 * with ALLSYNC, MYSYNC and NOSYNC; the time beside them. */
static double form(const struct round *r, const char *algorithm) {
  double steps = upcr_ceil_log((int)r->T, 2), shares = of_shares(r), ring = of_steps(r, r->T - 1),
         bytes = r->is_results ? 8 : r->b, fragments = (int)((bytes - 1) / UPCR_COLL_POST_BODY) + 1,
         ahead = of_wait(r, bytes <= UPCR_COLL_POST_SHORT ? UPCR_COLL_POSTS
                                                          : UPCR_COLL_BODIES / fragments),
         all = r->is_both || r->is_prefix; /* all take results of slices */
#define FORM(names, is_described, strong, loose, free, ...)                                        \
  if (is_one_of(names, algorithm)) {                                                               \
    const double meetings[] = {strong, loose, free};                                               \
    return (is_described) ? meetings[r->class] * of_meeting(r) + (__VA_ARGS__) : -1;               \
  }
  FORM("post post_static tiers", true, 2.5, ahead, ahead,
       of_posts(r) + (fragments - 1) * OF(POST) + (r->is_prefix ? (r->T - 1) * OF(REGION_GAP) : 0))
  FORM("post_chain", true, 2.5, ahead, ahead,
       of_posts(r) + (r->oversubscribed ? 0 : (r->T - 2) * OF(REGION_LATENCY)))
  FORM("served", r->T <= 2, 0, 0, 0, 2 * OF(REGION_LATENCY) + of_copies(r, by_one(r)))
  FORM("last", r->oversubscribed, 1, 1, 1, of_copies(r, by_one(r)))
  FORM("direct", true, 2, 2, 0, of_copies(r, read_by_each(r)))
  FORM("slices", true, 2 + all, 2 + all, all, shares)
  FORM("pull push push_partners push_pull", true, 2, 2, 0, shares)
  FORM("pairwise pull_ring push_ring ring* scatter_ring* chain", true, 2, 0, 0, ring + shares)
  FORM("scatter_doubling* bruck doubling rabenseifner halving", true, 2, 0, 0,
       of_steps(r, steps) + 1.2 * shares)
  FORM("packets buffered leaders", true, 2, 0, 0, ring + 2 * shares)
  FORM("pull_* push_* binomial* knomial* binary*", true, 2, 0, 0, tree(r, steps))
#undef FORM
  return -1;
}

static struct round round_of(enum upcr_collective operation, enum upcr_sync_class class,
                             struct upcr_node_shape shape, double n) {
  struct upcr_geometry g = upcr_geometry_of(operation);
  bool is_reduce = operation == UPCR_ALL_REDUCE, is_prefix = operation == UPCR_ALL_PREFIX_REDUCE,
       is_results = is_reduce || is_prefix;
  return (struct round){.operation = operation,
                        .class = class,
                        .T = shape.threads,
                        .P = shape.processors,
                        .b = is_results ? n / shape.threads : n,
                        .g = g,
                        .oversubscribed = shape.threads > shape.processors,
                        .is_results = is_results,
                        .is_prefix = is_prefix,
                        .is_reduce = is_reduce,
                        .is_both = operation == UPCR_ALL_REDUCE_ALL,
                        .has_block_for_each =
                            !g.from_root && !g.to_root && (g.src_by_taker || g.dst_by_giver)};
}

double upcr_node_cost(enum upcr_collective operation, const char *algorithm,
                      enum upcr_sync_class class, struct upcr_node_shape shape, double n) {
  struct round r = round_of(operation, class, shape, n);
  struct traffic t = program(&r);
  double ns = form(&r, algorithm),
         of_program = class == UPCR_CLASS_FREE ? 0 : time_of(&r, t, own_byte(t.busiest));
  return ns < 0 ? -1 : OF(CALL) + ns + of_program;
}
