/* SPDX-License-Identifier: Apache-2.0 */
#include "cost_node.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "../mem/collective_area.h"
#include "cost.h"
#include "geometry.h"
#include "patterns/tree.h"

static double of(enum upcr_cost_parameter parameter) { return upcr_cost_parameter(parameter); }

/* A round: of the operation, on T threads of P processors, with b bytes a block, or of a thread. */
struct round {
  enum upcr_collective operation;
  enum upcr_sync_class class;
  double threads, processors, block;
};

static double share(const struct round *r) {
  return r->threads > r->processors ? r->threads / r->processors : 1;
}
static double halvings(const struct round *r) { return upcr_ceil_log((int)r->threads, 2); }
static bool is_crowded(const struct round *r) { return r->threads > r->processors; }

/* Bytes that the busiest thread moves, and all together. */
struct traffic {
  double busiest, all;
};

/* Of permute, reduce and prefix_reduce none. */
static struct upcr_geometry geometry(const struct round *r) {
  return upcr_geometry_of(r->operation);
}

static bool is_rooted(const struct round *r) {
  return geometry(r).from_root || geometry(r).to_root;
}

/* Has, or gets, each thread a block for each? */
static bool has_block_for_each(const struct round *r) {
  return !is_rooted(r) && (geometry(r).src_by_taker || geometry(r).dst_by_giver);
}

static bool is_from_all_to_all(const struct round *r) {
  return has_block_for_each(r) || r->operation == UPCR_ALL_REDUCE_ALL;
}

/* Each thread moves, or folds, what it is to have; of a vector its slice. */
static struct traffic shared_out(const struct round *r) {
  bool twice = r->operation == UPCR_ALL_REDUCE_ALL || r->operation == UPCR_ALL_PREFIX_REDUCE;
  double each = r->block * (has_block_for_each(r) ? r->threads : twice ? 2 : 1);
  return (struct traffic){each, r->threads * each};
}

/* One thread, or each for itself, reads all that there is. */
static double by_one(const struct round *r) {
  double all = shared_out(r).all;
  return r->operation == UPCR_ALL_PREFIX_REDUCE ? all / 2 : all;
}

/* What the program writes before a call and reads after it, of the thread that has most and of
 * all. The result of a reduce is one element. */
static struct traffic program(const struct round *r) {
  struct upcr_geometry g = geometry(r);
  double t = r->threads, gives = g.src_by_taker ? t : 1, takes = g.dst_by_giver ? t : 1;
  if (r->operation == UPCR_ALL_REDUCE)
    takes = 0;
  return (struct traffic){(gives + takes) * r->block,
                          ((g.from_root ? 1 : t) * gives + (g.to_root ? 1 : t) * takes) * r->block};
}

/* A byte of another thread's, where a thread's part of a round has so many bytes. */
static double far_byte(double bytes) {
  return bytes <= of(UPCR_COST_FAR_CACHE) ? of(UPCR_COST_REGION_BYTE) : of(UPCR_COST_MEMORY_BYTE);
}

static double own_byte(double bytes) {
  return bytes <= of(UPCR_COST_NEAR_CACHE) ? of(UPCR_COST_OWN_BYTE) : far_byte(bytes);
}

/* Time of traffic on the processors: threads that share one work one after the other. */
static double time_of(const struct round *r, struct traffic t, double byte) {
  double each = t.all / (r->threads < r->processors ? r->threads : r->processors);
  return (each > t.busiest ? each : t.busiest) * byte;
}

static double of_program(const struct round *r) {
  struct traffic t = program(r);
  return r->class == UPCR_CLASS_FREE ? 0 : time_of(r, t, own_byte(t.busiest));
}

/* Where threads share processors their caches hold their share of all data. */
static double of_copies(const struct round *r, struct traffic t) {
  double bytes = 2 * program(r).busiest, near = is_crowded(r) ? 1 / r->processors : 0;
  return time_of(r, t, (1 - near) * far_byte(bytes) + near * own_byte(bytes));
}

/* Copies, or folds, of what each thread is to have: those of results are of its own elements. */
static double of_shares(const struct round *r, struct traffic t) {
  bool own = r->operation == UPCR_ALL_REDUCE || r->operation == UPCR_ALL_PREFIX_REDUCE;
  return own ? time_of(r, t, own_byte(2 * program(r).busiest)) : of_copies(r, t);
}

/* A word of each other thread's, all at once. */
static double of_words(const struct round *r) {
  return of(UPCR_COST_REGION_LATENCY) + (r->threads - 2) * of(UPCR_COST_REGION_GAP);
}

/* All threads have come, or are done: by words, of which each thread writes its own again, or by
 * a barrier, where each thread runs once. */
static double of_meeting(const struct round *r) {
  return is_crowded(r) ? of(UPCR_COST_REGION_LATENCY) + share(r) * of(UPCR_COST_TURN)
                       : of_words(r) + of(UPCR_COST_REGION_GAP) / 2;
}

static double meetings(const struct round *r) {
  return r->class == UPCR_CLASS_STRONG ? 2 * of_meeting(r) : 0;
}

/* Each thread copies its share where the data lie. Signals say who may, and who is done: those of
 * the thread that gives or takes all are all threads'. */
static double flat(const struct round *r) {
  double signals = 0;
  if (r->class == UPCR_CLASS_LOOSE)
    signals = is_crowded(r) ? 2 * share(r) * of(UPCR_COST_TURN) : 2 * of_words(r);
  return signals + meetings(r) + of_shares(r, shared_out(r));
}

/* One of the threads copies all, the others wait. */
static double flat_by_root(const struct round *r) {
  struct traffic all = {by_one(r), by_one(r)};
  return flat(r) + of_copies(r, all) - of_copies(r, shared_out(r));
}

/* Between two meetings, in any mode but NOSYNC; the data are fetched meanwhile. */
static double direct(const struct round *r) {
  struct traffic t = shared_out(r);
  if (r->operation == UPCR_ALL_GATHER || r->operation == UPCR_ALL_REDUCE)
    t = (struct traffic){by_one(r), by_one(r)};
  if (r->operation == UPCR_ALL_REDUCE_ALL || r->operation == UPCR_ALL_PREFIX_REDUCE)
    t = (struct traffic){r->threads * r->block, r->threads * r->threads * r->block};
  double meet = r->class == UPCR_CLASS_FREE ? 0 : 2 * of_meeting(r);
  return meet + of_copies(r, t);
}

static double slices(const struct round *r) {
  double meet = r->class == UPCR_CLASS_FREE ? 0 : 2 * of_meeting(r);
  if (r->operation != UPCR_ALL_REDUCE_SCATTER && r->operation != UPCR_ALL_REDUCE_VECTOR)
    meet += of_meeting(r); /* after the folds of slices */
  return meet + of_shares(r, shared_out(r));
}

/* A post: its writer copies it, and its readers. A writer is ahead by as many calls as there are
 * places; where all post none is. */
static double of_posts(const struct round *r, double places, struct traffic t) {
  bool results = r->operation == UPCR_ALL_REDUCE || r->operation == UPCR_ALL_PREFIX_REDUCE;
  double posted = results ? 0 : r->block;
  double writes = time_of(r, (struct traffic){posted, posted}, of(UPCR_COST_OWN_BYTE));
  double ns = of(UPCR_COST_POST) + writes + of_shares(r, t);
  bool all_wait = is_from_all_to_all(r);
  if (r->class == UPCR_CLASS_FREE)
    return ns;
  if (r->class == UPCR_CLASS_STRONG)
    return ns + (is_crowded(r) ? 3 * share(r) * of(UPCR_COST_TURN)
                               : 2 * of_words(r) + of(UPCR_COST_REGION_LATENCY) / 2);
  if (is_crowded(r))
    return ns + share(r) * of(UPCR_COST_TURN) * (all_wait ? 1.2 : 2 / places);
  return ns + (all_wait ? of_words(r) : of(UPCR_COST_REGION_GAP));
}

static struct traffic posted(const struct round *r) {
  double all = r->threads * r->block;
  if (geometry(r).to_root)
    return (struct traffic){all, all};
  return r->operation == UPCR_ALL_REDUCE_ALL ? (struct traffic){all, r->threads * all}
                                             : shared_out(r);
}

static double post(const struct round *r) {
  bool results = r->operation == UPCR_ALL_REDUCE || r->operation == UPCR_ALL_PREFIX_REDUCE;
  double bytes = results ? 8 : r->block;
  double places = bytes <= UPCR_COLL_POST_SHORT ? UPCR_COLL_POSTS : UPCR_COLL_BODIES;
  bool reads_all = r->operation == UPCR_ALL_PREFIX_REDUCE; /* before its own */
  return of_posts(r, places, results ? shared_out(r) : posted(r)) +
         (reads_all ? (r->threads - 1) * of(UPCR_COST_REGION_GAP) : 0);
}

/* Fragments are posts; while one is read the next is written. */
static double streamed(const struct round *r) {
  size_t whole = ((size_t)r->block + UPCR_COLL_POST_BODY - 1) / UPCR_COLL_POST_BODY;
  double fragments = (double)whole;
  return of_posts(r, UPCR_COLL_BODIES / fragments, posted(r)) +
         (fragments - 1) * of(UPCR_COST_POST);
}

static double pull_post(const struct round *r) {
  return streamed(r) - 0.2 * of_copies(r, shared_out(r)) + of_words(r);
}

static double chain(const struct round *r) {
  return of_posts(r, UPCR_COLL_POSTS, shared_out(r)) +
         (is_crowded(r) ? 0 : (r->threads - 2) * of(UPCR_COST_REGION_LATENCY));
}

/* One of two does the work of both within a round trip; the other then finds its result in the
 * first one's cache. */
static double served(const struct round *r) {
  struct traffic all = {by_one(r), by_one(r)};
  return 2 * of(UPCR_COST_REGION_LATENCY) + of_copies(r, all) +
         of_copies(r, (struct traffic){r->block, r->block});
}

/* One barrier, in which the last to come does the work of all. */
static double last(const struct round *r) {
  struct traffic all = {by_one(r), by_one(r)};
  return of_meeting(r) + of_copies(r, all) +
         of_copies(r, (struct traffic){r->block, r->block * r->threads});
}

/* Signals from thread to thread, so many one after the other; with MYSYNC those come back that say
 * who is done. */
static double of_steps(const struct round *r, double steps) {
  double ways = r->class == UPCR_CLASS_LOOSE ? 2 : 1;
  return ways * steps *
         (is_crowded(r) ? share(r) * of(UPCR_COST_TURN) : of(UPCR_COST_REGION_LATENCY));
}

/* Trees, whose root serves one child after the other. */
static double tree(const struct round *r) {
  double ways = r->operation == UPCR_ALL_REDUCE_ALL ? 2 : 1;
  double steps = ways * halvings(r), b = r->block;
  return meetings(r) + of_steps(r, steps) +
         of_copies(r, (struct traffic){steps * b, ways * r->threads * b});
}

/* Recursive halving and doubling. */
static double halves(const struct round *r) {
  return meetings(r) + of_steps(r, halvings(r)) + 1.2 * of_shares(r, shared_out(r));
}

static double ring(const struct round *r) {
  return meetings(r) + of_steps(r, r->threads - 1) + of_copies(r, shared_out(r));
}

/* Blocks go through buffers. */
static double buffers(const struct round *r) {
  struct traffic t = shared_out(r);
  return ring(r) + of_copies(r, t);
}

/* `algorithm` ends with *: all that begin so. The first that fits counts. */
static const struct form {
  const char *algorithm;
  double (*ns)(const struct round *r);
  int most_threads; /* 0: any */
  bool not_free, crowded_alone;
} forms[] = {
    {.algorithm = "post", .ns = post},
    {.algorithm = "post_static", .ns = streamed},
    {.algorithm = "pull_post", .ns = pull_post, .not_free = true},
    {.algorithm = "post_chain", .ns = chain, .not_free = true},
    {.algorithm = "served", .ns = served, .most_threads = 2},
    {.algorithm = "last", .ns = last, .crowded_alone = true, .not_free = true},
    {.algorithm = "direct", .ns = direct},
    {.algorithm = "push_pull", .ns = flat, .not_free = true},
    {.algorithm = "slices", .ns = slices},
    {.algorithm = "pull", .ns = flat},
    {.algorithm = "push", .ns = flat},
    {.algorithm = "push_partners", .ns = flat},
    {.algorithm = "pairwise", .ns = ring},
    {.algorithm = "pull_ring", .ns = ring},
    {.algorithm = "push_ring", .ns = ring},
    {.algorithm = "ring*", .ns = ring},
    {.algorithm = "scatter_ring*", .ns = ring},
    {.algorithm = "scatter_doubling*", .ns = halves},
    {.algorithm = "bruck", .ns = halves},
    {.algorithm = "doubling", .ns = halves},
    {.algorithm = "rabenseifner", .ns = halves},
    {.algorithm = "halving", .ns = halves},
    {.algorithm = "packets", .ns = buffers},
    {.algorithm = "buffered", .ns = buffers},
    {.algorithm = "leaders", .ns = buffers},
    {.algorithm = "tiers", .ns = streamed, .not_free = true},
    {.algorithm = "pull_*", .ns = tree},
    {.algorithm = "push_*", .ns = tree},
    {.algorithm = "binomial*", .ns = tree},
    {.algorithm = "knomial*", .ns = tree},
    {.algorithm = "binary*", .ns = tree},
    {.algorithm = "chain", .ns = ring},
};

static bool is_named(const struct form *f, const char *algorithm) {
  size_t n = strlen(f->algorithm);
  return f->algorithm[n - 1] == '*' ? strncmp(f->algorithm, algorithm, n - 1) == 0
                                    : strcmp(f->algorithm, algorithm) == 0;
}

static const struct form *form_of(const char *algorithm) {
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
    if (is_named(&forms[i], algorithm))
      return &forms[i];
  return 0;
}

static bool is_described(const struct form *f, const struct round *r) {
  return f && (!f->most_threads || r->threads <= f->most_threads) &&
         !(f->not_free && r->class == UPCR_CLASS_FREE) && !(f->crowded_alone && !is_crowded(r));
}

/* A broadcast or scatter that its root writes, a gather that its root reads. */
static bool is_by_root(const struct round *r, const char *algorithm) {
  bool gives = r->operation == UPCR_ALL_BROADCAST || r->operation == UPCR_ALL_SCATTER;
  return (gives && strcmp(algorithm, "push") == 0) ||
         (r->operation == UPCR_ALL_GATHER && strcmp(algorithm, "pull") == 0);
}

double upcr_node_cost(enum upcr_collective operation, const char *algorithm,
                      enum upcr_sync_class class, struct upcr_node_shape shape, double n) {
  const struct form *form = form_of(algorithm);
  bool counts_all = operation == UPCR_ALL_REDUCE || operation == UPCR_ALL_PREFIX_REDUCE;
  struct round r = {operation, class, shape.threads, shape.processors,
                    counts_all ? n / shape.threads : n};
  if (!is_described(form, &r))
    return -1;
  double ns = is_by_root(&r, algorithm) ? flat_by_root(&r) : form->ns(&r);
  return of(UPCR_COST_CALL) + ns + of_program(&r);
}
