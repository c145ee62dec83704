#define _GNU_SOURCE
#include "arrivals.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "../base/atomics.h"
#include "../base/log.h"
#include "../mem/job.h"

enum { LOOPS = 16 /* of which the differing one is named */ };

/* An execution of a upc_forall that distributes its iterations. */
struct loop {
  struct upcr_site site; /* files are at the same address in all processes */
  unsigned long trips;   /* how often the controlling expression held */
  uint64_t affinities;   /* digest of the threads that the affinity expression chose */
};

struct record {
  struct upcr_site site; /* of the barrier */
  bool inside;           /* the thread ended in a loop */
  uint32_t count;
  uint64_t digest; /* of all loops */
  struct loop loop[LOOPS];
};

/* By thread and slot; shared memory, at the same place in all processes. 0 in a job without checks. */
static struct record (*records)[2];

static UPCR_PER_THREAD struct record own; /* since the last barrier */
static UPCR_PER_THREAD struct loop open;  /* valid while upcr_now.forall_depth is 1 */

int upcr_arrivals_create(int threads, char *err, size_t errlen) {
  size_t bytes = (size_t)threads * sizeof *records;
  void *memory = mmap(0, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) {
    snprintf(err, errlen, "%zu KB of memory for the run-time checks of barriers: %s; compile with upcc -fno-upc-check",
             bytes >> 10, strerror(errno));
    return -1;
  }
  records = memory;
  return 0;
}

static uint64_t mix(uint64_t digest, uint64_t value) {
  uint64_t mixed = (digest ^ value) * 0x9e3779b97f4a7c15u;
  return mixed ^ mixed >> 29;
}

/* ---- loops, called by checked code around and in each upc_forall with affinity ---- */

int upcr_check_forall_begin(const char *file, int line) {
  if (upcr_now.forall_depth != 1)
    return 0;
  open = (struct loop){.site = {file, line}};
  return 1;
}

static void add_trip(uint64_t thread) {
  if (upcr_now.forall_depth != 1)
    return;
  open.trips++;
  open.affinities = mix(open.affinities, thread + 1);
}

int upcr_check_mine_i(long affinity) {
  long thread = affinity % upcr_self.threads;
  add_trip((uint64_t)(thread < 0 ? thread + upcr_self.threads : thread));
  return upcr_mine_i(affinity);
}

int upcr_check_mine_u(unsigned long affinity) {
  add_trip(affinity % (unsigned long)upcr_self.threads);
  return upcr_mine_u(affinity);
}

int upcr_check_mine_p(upcr_pts_t affinity) {
  add_trip(upcr_thread(affinity));
  return upcr_mine_p(affinity);
}

void upcr_check_forall_end(const int *outermost) {
  if (!*outermost)
    return;
  uint64_t place = (uint64_t)(uintptr_t)open.site.file ^ (uint64_t)open.site.line << 48;
  own.digest = mix(mix(mix(own.digest, place), open.trips), open.affinities);
  if (own.count < LOOPS)
    own.loop[own.count] = open;
  own.count++;
}

/* ---- barriers ---- */

static struct record *record_of(int thread, uint32_t phase) { return &records[thread][phase % 2]; }

static size_t kept(const struct record *r) { return r->count < LOOPS ? r->count : LOOPS; }

void upcr_arrivals_note(uint32_t phase) {
  if (!records)
    return;
  own.site = (struct upcr_site){upcr_now.file, upcr_now.line};
  own.inside = upcr_now.forall_depth > 0;
  memcpy(record_of(upcr_self.mythread, phase), &own, offsetof(struct record, loop) + kept(&own) * sizeof(struct loop));
  own.count = 0;
  own.digest = 0;
}

static bool same_site(struct upcr_site a, struct upcr_site b) { return a.file == b.file && a.line == b.line; }

_Noreturn static void refuse_loop(int a, const struct loop *x, int b, const struct loop *y) {
  if (!same_site(x->site, y->site))
    upcr_fatal("thread %d executed the upc_forall at %s:%d, thread %d that at %s:%d; all threads must execute the same "
               "(UPC 6.6.2p5)",
               a, x->site.file, x->site.line, b, y->site.file, y->site.line);
  if (x->trips != y->trips)
    upcr_fatal("upc_forall at %s:%d: thread %d made %lu iterations, thread %d made %lu; its controlling expression is "
               "single-valued (UPC 6.6.2p5)",
               x->site.file, x->site.line, a, x->trips, b, y->trips);
  upcr_fatal("upc_forall at %s:%d: threads %d and %d disagree whose iterations are; its affinity expression is "
             "single-valued (UPC 6.6.2p5)",
             x->site.file, x->site.line, a, b);
}

static bool same_loop(const struct loop *x, const struct loop *y) {
  return same_site(x->site, y->site) && x->trips == y->trips && x->affinities == y->affinities;
}

/* One of the two has executed more loops than the other, by what is known of them. */
_Noreturn static void refuse_count(int a, const struct record *x, int b, const struct record *y) {
  size_t i = kept(x) < kept(y) ? kept(x) : kept(y);
  const struct record *more = x->count > y->count ? x : y;
  if (i < kept(more))
    upcr_fatal("thread %d executed the upc_forall at %s:%d, thread %d did not; all threads must (UPC 6.6.2p5)",
               more == x ? a : b, more->loop[i].site.file, more->loop[i].site.line, more == x ? b : a);
  upcr_fatal(
      "threads %d and %d executed %u and %u upc_forall loops since the last barrier, not all of them alike; their "
      "clauses are single-valued (UPC 6.6.2p5)",
      a, b, x->count, y->count);
}

void upcr_arrivals_compare(uint32_t phase) {
  if (!records)
    return;
  int a = upcr_self.mythread, b = (a + 1) % upcr_self.threads;
  const struct record *x = record_of(a, phase), *y = record_of(b, phase);
  if (x->inside || y->inside || (x->count == y->count && x->digest == y->digest))
    return;
  for (size_t i = 0; i < kept(x) && i < kept(y); i++)
    if (!same_loop(&x->loop[i], &y->loop[i]))
      refuse_loop(a, &x->loop[i], b, &y->loop[i]);
  refuse_count(a, x, b, y);
}

void upcr_arrivals_compare_ends(uint32_t phase) {
  int next = (upcr_self.mythread + 1) % upcr_self.threads;
  if (upcr_job->thread[next].finish_phase == phase)
    upcr_arrivals_compare(phase);
}

struct upcr_site upcr_arrivals_site(int thread, uint32_t phase) {
  return records ? record_of(thread, phase)->site : (struct upcr_site){0, 0};
}
