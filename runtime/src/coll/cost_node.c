/* SPDX-License-Identifier: Apache-2.0 */
#include "cost.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "../mem/collective_area.h"
#include "geometry.h"
#include "patterns/tree.h"

#define OF(parameter) upcr_cost_parameter(UPCR_COST_##parameter)

/* A round of the operation, on T threads and P processors, with b bytes per block or per thread. */
struct round {
  enum upcr_collective operation;
  double T, P, b;
  struct upcr_geometry g; /* of permute, reduce and prefix_reduce none */
  bool oversubscribed, strong, loose, free;
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

/* Time of a byte of another thread, and of an own byte, if a thread's part of a round has `bytes`
 * bytes. */
static double far_byte(double bytes) {
  return bytes <= OF(FAR_CACHE) ? OF(REGION_BYTE) : OF(MEMORY_BYTE);
}
static double own_byte(double bytes) {
  return bytes <= OF(NEAR_CACHE) ? OF(OWN_BYTE) : far_byte(bytes);
}

/* Time of traffic on the processors: threads that share one work one after the other. */
static double time_of(const struct round *r, struct traffic t, double byte) {
  double each = t.all / (r->oversubscribed ? r->P : r->T);
  return (each > t.busiest ? each : t.busiest) * byte;
}

/* Where threads share processors their caches hold their share of all data. */
static double of_copies(const struct round *r, struct traffic t) {
  double bytes = 2 * program(r).busiest, near = r->oversubscribed ? 1 / r->P : 0;
  return time_of(r, t, (1 - near) * far_byte(bytes) + near * own_byte(bytes));
}

/* Copies, or folds, of what each thread is to have: those of results are of its own elements. */
static double of_shares(const struct round *r, struct traffic t) {
  return r->is_results ? time_of(r, t, own_byte(2 * program(r).busiest)) : of_copies(r, t);
}

/* A switch between the threads of each processor. */
static double of_turns(const struct round *r) { return r->T / r->P * OF(TURN); }

/* A word of each other thread's, all at once. */
static double of_words(const struct round *r) {
  return OF(REGION_LATENCY) + (r->T - 2) * OF(REGION_GAP);
}

/* All threads meet: by words, of which each thread fetches its own back, or by a barrier, in which
 * each thread runs once. */
static double of_meeting(const struct round *r) {
  return r->oversubscribed ? OF(REGION_LATENCY) + of_turns(r) : of_words(r) + OF(REGION_GAP) / 2;
}

static double of_meetings(const struct round *r, bool asked_for, int count) {
  return asked_for ? count * of_meeting(r) : 0;
}

/* Each thread copies its share in place. Signals tell the others that they may begin, and that a
 * thread is done; the thread that gives or takes all handles the signals of all. */
static double flat(const struct round *r) {
  double signals = r->loose ? 2 * (r->oversubscribed ? of_turns(r) : of_words(r)) : 0;
  return signals + of_meetings(r, r->strong, 2) + of_shares(r, shared_out(r));
}

/* Copies between two meetings, in any mode but NOSYNC; the data are prefetched meanwhile. */
static double direct(const struct round *r) {
  bool is_one = r->operation == UPCR_ALL_GATHER || r->is_reduce;
  struct traffic all = {r->T * r->b, r->T * r->T * r->b};
  return of_meetings(r, !r->free, 2) + of_copies(r, is_one                       ? by_one(r)
                                                    : r->is_both || r->is_prefix ? all
                                                                                 : shared_out(r));
}

/* Slices that are folded and then taken need a meeting in between. */
static double slices(const struct round *r) {
  bool is_one = r->operation == UPCR_ALL_REDUCE_SCATTER || r->operation == UPCR_ALL_REDUCE_VECTOR;
  return of_meetings(r, !r->free, 2) + of_meetings(r, !is_one, 1) + of_shares(r, shared_out(r));
}

/* A post: its writer copies it, and its readers. A writer is ahead by as many calls as there are
 * places; where all post none is. */
static double of_posts(const struct round *r, double places, struct traffic t) {
  double posted = r->is_results ? 0 : r->b;
  double ns =
      OF(POST) + of_shares(r, t) + time_of(r, (struct traffic){posted, posted}, OF(OWN_BYTE));
  bool all_wait = r->has_block_for_each || r->is_both;
  if (r->free)
    return ns;
  if (r->strong)
    return ns + (r->oversubscribed ? 3 * of_turns(r) : 2 * of_words(r) + OF(REGION_LATENCY) / 2);
  if (r->oversubscribed)
    return ns + of_turns(r) * (all_wait ? 1.2 : 2 / places);
  return ns + (all_wait ? of_words(r) : OF(REGION_GAP));
}

static struct traffic posted(const struct round *r) {
  double all = r->T * r->b;
  return r->g.to_root ? (struct traffic){all, all}
         : r->is_both ? (struct traffic){all, r->T * all}
                      : shared_out(r);
}

/* In prefix_reduce each thread reads all results before its own. */
static double post(const struct round *r) {
  double bytes = r->is_results ? 8 : r->b,
         places = bytes <= UPCR_COLL_POST_SHORT ? UPCR_COLL_POSTS : UPCR_COLL_BODIES;
  return of_posts(r, places, r->is_results ? shared_out(r) : posted(r)) +
         (r->is_prefix ? (r->T - 1) * OF(REGION_GAP) : 0);
}

/* Fragments are posts; while one is read the next is written. */
static double streamed(const struct round *r) {
  size_t count = ((size_t)r->b + UPCR_COLL_POST_BODY - 1) / UPCR_COLL_POST_BODY;
  double fragments = (double)count;
  return of_posts(r, UPCR_COLL_BODIES / fragments, posted(r)) + (fragments - 1) * OF(POST);
}

static double chain(const struct round *r) {
  return of_posts(r, UPCR_COLL_POSTS, shared_out(r)) +
         (r->oversubscribed ? 0 : (r->T - 2) * OF(REGION_LATENCY));
}

/* One thread copies all within a time; others then find their result in its cache: so many. */
static double by_server(const struct round *r, double ns, double others) {
  return ns + of_copies(r, by_one(r)) + of_copies(r, (struct traffic){r->b, r->b * others});
}

/* `steps` signals one after the other; with MYSYNC as many reports come back. */
static double of_steps(const struct round *r, double steps) {
  return of_meetings(r, r->strong, 2) +
         (r->loose ? 2 : 1) * steps * (r->oversubscribed ? of_turns(r) : OF(REGION_LATENCY));
}

/* Trees, whose root serves one child after the other. */
static double tree(const struct round *r, double steps) {
  double ways = r->is_both ? 2 : 1, each = ways * steps;
  return of_steps(r, each) + of_copies(r, (struct traffic){each * r->b, ways * r->T * r->b});
}

static double ring(const struct round *r) {
  return of_steps(r, r->T - 1) + of_copies(r, shared_out(r));
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

/* A broadcast or scatter that its root writes, a gather that its root reads. */
static bool is_by_root(const struct round *r, const char *algorithm) {
  bool gives = r->operation == UPCR_ALL_BROADCAST || r->operation == UPCR_ALL_SCATTER;
  return (gives || r->operation == UPCR_ALL_GATHER) &&
         is_one_of(gives ? "push" : "pull", algorithm);
}

/* The first line that has the algorithm counts: whether it is described, and how long it takes. */
static double form(const struct round *r, const char *algorithm) {
  double steps = upcr_ceil_log((int)r->T, 2);
  struct traffic shares = shared_out(r);
#define FORM(names, is_described, ns)                                                              \
  if (is_one_of(names, algorithm))                                                                 \
    return (is_described) ? (ns) : -1;
  FORM("post", true, post(r))
  FORM("post_static", true, streamed(r))
  FORM("tiers", !r->free, streamed(r))
  FORM("post_chain", !r->free, chain(r))
  FORM("served", r->T <= 2, by_server(r, 2 * OF(REGION_LATENCY), 1))
  FORM("last", r->oversubscribed && !r->free, by_server(r, of_meeting(r), r->T))
  FORM("direct", true, direct(r))
  FORM("slices", true, slices(r))
  FORM("push_pull", !r->free, flat(r))
  if (is_by_root(r, algorithm))
    return flat(r) + of_copies(r, by_one(r)) - of_copies(r, shares);
  FORM("pull push push_partners", true, flat(r))
  FORM("pairwise pull_ring push_ring ring* scatter_ring* chain", true, ring(r))
  FORM("scatter_doubling* bruck doubling rabenseifner halving", true,
       of_steps(r, steps) + 1.2 * of_shares(r, shares))
  FORM("packets buffered leaders", true, ring(r) + of_copies(r, shares))
  FORM("pull_* push_* binomial* knomial* binary*", true, tree(r, steps))
#undef FORM
  return -1;
}

static struct round round_of(enum upcr_collective operation, enum upcr_sync_class class,
                             struct upcr_node_shape shape, double n) {
  struct upcr_geometry g = upcr_geometry_of(operation);
  bool is_reduce = operation == UPCR_ALL_REDUCE, is_prefix = operation == UPCR_ALL_PREFIX_REDUCE,
       is_results = is_reduce || is_prefix;
  return (struct round){.operation = operation,
                        .T = shape.threads,
                        .P = shape.processors,
                        .b = is_results ? n / shape.threads : n,
                        .g = g,
                        .oversubscribed = shape.threads > shape.processors,
                        .strong = class == UPCR_CLASS_STRONG,
                        .loose = class == UPCR_CLASS_LOOSE,
                        .free = class == UPCR_CLASS_FREE,
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
  double ns = form(&r, algorithm), of_program = time_of(&r, t, own_byte(t.busiest));
  return ns < 0 ? -1 : OF(CALL) + ns + (r.free ? 0 : of_program);
}
