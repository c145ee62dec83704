#define _GNU_SOURCE
#include "arrivals.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "../base/hot.h"
#include "../mem/job.h"
#include "loops.h"

struct record {
  struct upcr_site site; /* of the barrier */
  uint64_t token;        /* brought to it */
  bool inside;           /* the thread ended in a loop */
  struct upcr_loops loops;
};

/* By thread and slot; shared memory, at the same place in all processes. 0 in a job without checks. */
static struct record (*records)[2];

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

int upcr_arrivals_next(int thread) { return thread + 1 < upcr_job->config.end ? thread + 1 : upcr_job->config.first; }

UPCR_HOT bool upcr_arrivals_kept(void) { return records != 0; }

static struct record *record_of(int thread, uint32_t phase) { return &records[thread][phase % 2]; }

UPCR_HOT void upcr_arrivals_note(uint32_t phase, uint64_t token) {
  if (!records)
    return;
  struct record *record = record_of(upcr_self.mythread, phase);
  struct upcr_loops *own = upcr_loops_own();
  record->site = (struct upcr_site){upcr_now.file, upcr_now.line};
  record->token = token;
  record->inside = upcr_now.forall_depth > 0;
  memcpy(&record->loops, own, upcr_loops_bytes(own));
  own->count = 0;
  own->some_left = false;
  own->digest = 0;
}

void upcr_arrivals_compare(uint32_t phase) {
  if (!records)
    return;
  int a = upcr_self.mythread, b = upcr_arrivals_next(a);
  const struct record *x = record_of(a, phase), *y = record_of(b, phase);
  if (!x->inside && !y->inside)
    upcr_loops_compare(a, &x->loops, b, &y->loops);
}

void upcr_arrivals_compare_ends(uint32_t phase) {
  int next = upcr_arrivals_next(upcr_self.mythread);
  if (upcr_job->thread[next].finish_phase == phase)
    upcr_arrivals_compare(phase);
}

uint64_t upcr_arrivals_token(int thread, uint32_t phase) { return records ? record_of(thread, phase)->token : 0; }

struct upcr_site upcr_arrivals_site(int thread, uint32_t phase) {
  return records ? record_of(thread, phase)->site : (struct upcr_site){0, 0};
}
