/* SPDX-License-Identifier: Apache-2.0 */
/* The partner in each step, as pure functions of thread, count and step. */
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

/* The partner of core `me` in step 0 .. steps - 1. */
static inline int upcr_doubling_partner(int me, int step) { return me ^ (1 << step); }

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

static inline bool upcr_folded_has_extra(const struct upcr_doubling *d, int core) {
  return core < d->extra;
}

/* The cores that differ from `core` in the last `step` bits only: 2^step from this one on. */
static inline int upcr_doubling_group(int core, int step) { return core >> step << step; }

/* Gathering up a binomial tree over the cores, whose root is any of them: in step 0 .. a core reads
 * what the group of its partner of that step has, as long as the partner is further from the root;
 * then it gives all that it has to its receiver, -1 for the root. */
static inline int upcr_gather_steps(const struct upcr_doubling *d, int core, int root) {
  int steps = 0;
  while (steps < d->steps && !((core ^ root) >> steps & 1))
    steps++;
  return steps;
}

static inline int upcr_gather_receiver(const struct upcr_doubling *d, int core, int root) {
  return core == root ? -1 : upcr_doubling_partner(core, upcr_gather_steps(d, core, root));
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

#endif
