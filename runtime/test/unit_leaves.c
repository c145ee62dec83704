/* SPDX-License-Identifier: Apache-2.0 */
/* The threads of each leaf of the barrier's tree. */
#include <mem/control.h>
#include <mem/job.h>

#include "test.h"

static char err[512];

/* A job of which thread t runs on runs_on[t] has so many leaves. */
static int has_leaves(int threads, const int *runs_on, uint32_t leaves) {
  struct upcr_job_config c = {.threads = threads,
                              .pthreads_per_process = 1,
                              .heap_bytes = 1 << 20,
                              .oversubscribed = 1,
                              .runs_on = runs_on};
  return upcr_job_create(&c, err, sizeof err) == 0 && upcr_job->core->leaves == leaves;
}

static int leaf_of_each_is(const uint32_t *leaf) {
  for (int t = 0; t < upcr_job->config.threads; t++)
    if (upcr_job->thread[t].leaf != leaf[t])
      return 0;
  return 1;
}

static int entries_are(const uint32_t *entries) {
  for (uint32_t leaf = 0; leaf < upcr_job->core->leaves; leaf++)
    if (upcr_job->core->node[leaf].entries != entries[leaf])
      return 0;
  return 1;
}

int main(void) {
  CHECK(has_leaves(3, 0, 0));
  CHECK(has_leaves(3, (int[]){0, 1, 0}, 2) && leaf_of_each_is((uint32_t[]){0, 1, 0}) &&
        entries_are((uint32_t[]){2, 1}));
  /* Processors without threads have no leaf. */
  CHECK(has_leaves(5, (int[]){7, 2, 2, 9, 7}, 3) && leaf_of_each_is((uint32_t[]){0, 1, 1, 2, 0}) &&
        entries_are((uint32_t[]){2, 2, 1}));
  CHECK(has_leaves(4, (int[]){1, 1, 1, 1}, 1) && entries_are((uint32_t[]){4}));
  /* Nor are there any where each thread would have its own. */
  CHECK(has_leaves(4, (int[]){3, 2, 1, 0}, 0));
  CHECK(has_leaves(1, (int[]){0}, 0));
  return test_report();
}
