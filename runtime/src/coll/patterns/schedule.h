/* SPDX-License-Identifier: Apache-2.0 */
/* Partners, and whole schedules, as pure functions of rank, count and step. */
#ifndef UPCR_COLL_PATTERNS_SCHEDULE_H
#define UPCR_COLL_PATTERNS_SCHEDULE_H

#include <stdbool.h>

/* Pairwise exchange: the partner of `me` in step 0 .. n - 1, where both partners name each other.
 * Over all steps each thread is each thread's partner once; a thread may be its own. XOR where n is
 * a power of two, else the sum of both is the step, modulo n. */
static inline int upcr_partner(int me, int n, int step) {
  if ((n & (n - 1)) == 0)
    return me ^ step;
  int partner = step - me;
  return partner < 0 ? partner + n : partner;
}

/* Ring: the neighbours. */
static inline int upcr_ring_next(int me, int n) { return me + 1 == n ? 0 : me + 1; }
static inline int upcr_ring_previous(int me, int n) { return me == 0 ? n - 1 : me - 1; }

/* Dissemination, and Bruck's concatenation: in step 0 .. ceil(log2(n)) - 1 `me` sends to one thread
 * and receives from another, 2^step away. */
static inline int upcr_dissemination_to(int me, int n, int step) {
  return (int)(((long)me + (1l << step)) % n);
}

static inline int upcr_dissemination_from(int me, int n, int step) {
  return (int)((me - (1l << step) % n + n) % n);
}

/* Recursive doubling over 2^k <= n cores. The other `extra` ranks are neighbours of cores: of the
 * first 2 * extra ranks the odd ones are extra, and give to the one before first, and get from it
 * last. So a core acts for one or two consecutive ranks, and a group of cores for consecutive ones.
 */
struct upcr_doubling {
  int core;  /* 2^k */
  int extra; /* n - 2^k */
  int steps; /* k */
};
static inline struct upcr_doubling upcr_doubling_of(int n) {
  struct upcr_doubling d = {.core = 1};
  while (d.core <= n / 2) {
    d.core *= 2;
    d.steps++;
  }
  d.extra = n - d.core;
  return d;
}

/* The core number of `rank`; -1: it is extra. */
static inline int upcr_folded_core(const struct upcr_doubling *d, int rank) {
  if (rank < 2 * d->extra)
    return rank % 2 == 0 ? rank / 2 : -1;
  return rank - d->extra;
}

/* The first rank that a core acts for, which is its own; n for the core after the last. */
static inline int upcr_folded_rank(const struct upcr_doubling *d, int core) {
  return core < d->extra ? 2 * core : core + d->extra;
}

/* Bruck's concatenation: blocks that a thread has, of the n, before the step; it sends as many as
 * it has, and no more than the other lacks. */
static inline int upcr_bruck_blocks(int n, int step) {
  return (1l << step) < n - (1l << step) ? 1 << step : n - (1 << step);
}

/* The first of part p, if n items are divided evenly over `parts`, in order. */
static inline unsigned long upcr_even_first(unsigned long n, int parts, int p) {
  unsigned long each = n / (unsigned long)parts, more = n % (unsigned long)parts,
                i = (unsigned long)p;
  return each * i + (i < more ? i : more);
}

/* Schedules. Vectors are cut into a piece for each rank of a group. In each step a rank sends some
 * pieces of its vector to one rank, then receives some from one. The pieces that rank a sends to
 * rank b for the k-th time are those that b receives from a for the k-th time. */

struct upcr_pieces {
  int first, end;
};

/* The use of received pieces: they replace the receiver's, or are operands after or before. */
enum upcr_use { UPCR_REPLACES, UPCR_FOLDS, UPCR_FOLDS_BEFORE };

struct upcr_sendrecv {
  int to, from; /* ranks; -1: nothing is sent, or received */
  struct upcr_pieces sent, received;
  enum upcr_use use;
};

/* A rank, as a schedule sees it. */
struct upcr_member {
  int rank, count;
  struct upcr_doubling d; /* of `count` */
  int core;               /* its core number; -1: it is extra */
  int root;               /* the rank that alone gets the result; -1: all do */
  bool folds;             /* vectors are combined; else each rank begins with its own piece */
  bool keeps_one;         /* a rank gets its own piece of the result, not all */
};

/* A member without a root, folds or parts: the caller sets these. */
static inline struct upcr_member upcr_member_of(int rank, int count) {
  struct upcr_member m = {.rank = rank, .count = count, .d = upcr_doubling_of(count), .root = -1};
  m.core = upcr_folded_core(&m.d, rank);
  return m;
}

/* Step i, from 0, of the member. False: its steps are over. */
typedef bool upcr_schedule(const struct upcr_member *m, int i, struct upcr_sendrecv *step);

/* Down a binomial tree from rank 0, which has all: then a rank has the pieces of its branch. */
upcr_schedule upcr_scatter_down;

/* Round a ring, from the rank before to the next one: each piece to all, count - 1 steps; or
 * combined by all first. */
upcr_schedule upcr_ring_collect, upcr_ring_combine;

/* Recursive halving: a core combines its half of what is left with a partner's, until it has the
 * pieces of the ranks that it acts for. Recursive doubling: a core gets all pieces that its partner
 * has by then; `of_all`: both combine their whole vectors. */
upcr_schedule upcr_halving, upcr_doubling, upcr_doubling_of_all;

/* The pieces of all cores go up a binomial tree to the core that acts for the root. */
upcr_schedule upcr_gather_up;

/* Before: the extra ranks give their vector, or own piece, to the core before them. After: they, or
 * only the root, get the result from it. */
upcr_schedule upcr_extras_give, upcr_extras_get;

#endif
