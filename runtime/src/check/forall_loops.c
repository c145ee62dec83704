/* SPDX-License-Identifier: Apache-2.0 */
#include "forall_loops.h"

#include <string.h>

#include "../base/atomics.h"
#include "../base/log.h"
#include "check.h"
#include "source_places.h"

UPCR_PER_THREAD struct upcr_open_forall upcr_open_forall;

static UPCR_PER_THREAD struct upcr_loops own; /* since the last barrier */

/* ---- called by checked code around each upc_forall with affinity ---- */

int upcr_check_forall_begin(const char *file, int line) {
  if (upcr_now.forall_depth != 1)
    return 0;
  upcr_open_forall = (struct upcr_open_forall){.site = {file, line}};
  return 1;
}

/* The same on all nodes. */
static uint64_t place_of(struct upcr_site site) {
  return upcr_text_digest(site.file) ^ (uint64_t)site.line << 48;
}

/* If a thread leaves the loop early, only the place is compared. */
static void add(const struct upcr_loop *loop) {
  own.digest = upcr_mix(own.digest, place_of(loop->site));
  if (!loop->left)
    own.digest = upcr_mix(upcr_mix(own.digest, loop->trips), loop->affinities);
  own.some_left |= loop->left;
  if (own.count < UPCR_LOOPS)
    own.loop[own.count] = *loop;
  own.count++;
}

/* Left by its controlling expression, or, in an iteration, by something else. */
void upcr_check_forall_end(const int *outermost) {
  if (!*outermost)
    return;
  const struct upcr_open_forall *open = &upcr_open_forall;
  add(&(struct upcr_loop){open->site, open->trips, open->affinities, open->inside != 0});
  upcr_open_forall.site.file = 0;
}

/* ---- comparison ---- */

size_t upcr_loops_bytes(const struct upcr_loops *loops) {
  size_t kept = loops->count < UPCR_LOOPS ? loops->count : UPCR_LOOPS;
  return offsetof(struct upcr_loops, loop) + kept * sizeof(struct upcr_loop);
}

struct upcr_loops *upcr_loops_own(void) {
  return &own;
}

struct upcr_site upcr_loops_open(void) {
  return upcr_open_forall.site;
}

static size_t kept(const struct upcr_loops *loops) {
  return loops->count < UPCR_LOOPS ? loops->count : UPCR_LOOPS;
}

static bool same_site(struct upcr_site a, struct upcr_site b) {
  return a.line == b.line &&
         (a.file == b.file || (a.file && b.file && strcmp(a.file, b.file) == 0));
}

_Noreturn static void refuse(int a, const struct upcr_loop *x, int b, const struct upcr_loop *y) {
  if (!same_site(x->site, y->site))
    upcr_fatal("thread %d executed the upc_forall at %s:%d, thread %d that at %s:%d; all threads "
               "must execute the same "
               "(UPC 6.6.2p5)",
               a, x->site.file, x->site.line, b, y->site.file, y->site.line);
  if (x->trips != y->trips)
    upcr_fatal("upc_forall at %s:%d: thread %d made %lu iterations, thread %d made %lu; its "
               "controlling expression is "
               "single-valued (UPC 6.6.2p5)",
               x->site.file, x->site.line, a, x->trips, b, y->trips);
  upcr_fatal("upc_forall at %s:%d: threads %d and %d disagree on which thread executes an "
             "iteration; its affinity expression is single-valued (UPC 6.6.2p5)",
             x->site.file, x->site.line, a, b);
}

/* a left the loop. */
static void warn_left(int a, const struct upcr_loop *x, int b, const struct upcr_loop *y) {
  if (!upcr_warned_first(place_of(x->site)))
    return;
  const char *did = y->left ? "left it in iteration" : "went on to iteration";
  upcr_warn("upc_forall at %s:%d: thread %d left it in iteration %lu by break, goto or return, "
            "thread %d %s %lu: UPC "
            "does not define the result (6.6.2p13); here each thread leaves by itself",
            x->site.file, x->site.line, a, x->trips, b, did, y->trips);
}

static void compare_loop(int a, const struct upcr_loop *x, int b, const struct upcr_loop *y) {
  if (!same_site(x->site, y->site))
    refuse(a, x, b, y);
  if (x->trips == y->trips && x->affinities == y->affinities)
    return;
  if (x->left)
    warn_left(a, x, b, y);
  else if (y->left)
    warn_left(b, y, a, x);
  else
    refuse(a, x, b, y);
}

/* One of the two threads has executed more loops, or loops differ that are not recorded. */
_Noreturn static void refuse_count(int a, const struct upcr_loops *x, int b,
                                   const struct upcr_loops *y) {
  size_t i = kept(x) < kept(y) ? kept(x) : kept(y);
  const struct upcr_loops *more = x->count > y->count ? x : y;
  if (i < kept(more))
    upcr_fatal("thread %d executed the upc_forall at %s:%d, thread %d did not; all threads must "
               "(UPC 6.6.2p5)",
               more == x ? a : b, more->loop[i].site.file, more->loop[i].site.line,
               more == x ? b : a);
  upcr_fatal("threads %d and %d executed %u and %u upc_forall loops since the last barrier, not "
             "all of them alike; their "
             "clauses are single-valued (UPC 6.6.2p5)",
             a, b, x->count, y->count);
}

void upcr_loops_compare(int a, const struct upcr_loops *x, int b, const struct upcr_loops *y) {
  if (x->count == y->count && x->digest == y->digest && !x->some_left && !y->some_left)
    return;
  for (size_t i = 0; i < kept(x) && i < kept(y); i++)
    compare_loop(a, &x->loop[i], b, &y->loop[i]);
  bool unknown = x->count > UPCR_LOOPS && !x->some_left && !y->some_left;
  if (x->count != y->count || unknown)
    refuse_count(a, x, b, y);
}
