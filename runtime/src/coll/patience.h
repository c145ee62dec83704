/* How long a wait goes on until its thread asks whether what it waits for can still come. */
#ifndef UPCR_COLL_PATIENCE_H
#define UPCR_COLL_PATIENCE_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "../mem/job.h"

/* Of one wait; all zero at its begin, and again after each question. */
struct upcr_patience {
  int looks;
  int64_t since; /* of the first look, in nanoseconds */
};

static inline int64_t upcr_patience_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC_COARSE, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* Called at each look in vain: true after a fifth of a second. With a processor for every thread the clock is read at one look in 64
 * only, while looks follow each other closely; after 1024 of them the thread has begun to sleep in between. */
static inline bool upcr_patience_ends(struct upcr_patience *patience) {
  enum { CLOCK_AFTER = 64, ENOUGH = 200000000 };
  if (++patience->looks == 1)
    patience->since = upcr_patience_now();
  if (!upcr_job->config.oversubscribed && patience->looks % CLOCK_AFTER != 0 && patience->looks < 16 * CLOCK_AFTER)
    return false;
  return upcr_patience_now() - patience->since > ENOUGH;
}

#endif
