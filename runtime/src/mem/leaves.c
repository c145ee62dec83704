/* SPDX-License-Identifier: Apache-2.0 */
/* The leaves of the barrier's tree in a job with more threads than processors: one for each
 * processor that threads run on, by where they begin. A leaf's line stays in that processor's
 * cache, and who completes it knows that none of the processor's threads has anything to do before
 * the others come (core/arrival_tree.c). Threads that move make this slower, not wrong. */
#include <stdlib.h>

#include "control.h"
#include "job.h"

static int processors_of(const struct upcr_job_config *config) {
  int most = 0;
  for (int t = 0; t < config->threads; t++)
    most = config->runs_on[t] > most ? config->runs_on[t] : most;
  return most + 1;
}

/* Numbers the leaves by their first threads; `leaf_of` has 0 for every processor. */
static uint32_t number(struct upcr_job *job, uint32_t *leaf_of) {
  uint32_t leaves = 0;
  for (int t = job->config.first; t < job->config.end; t++) {
    uint32_t *leaf = &leaf_of[job->config.runs_on[t]]; /* and 1 */
    if (*leaf == 0)
      *leaf = ++leaves;
    job->thread[t].leaf = *leaf - 1;
    job->core->node[*leaf - 1].entries++;
  }
  return leaves;
}

/* Where memory runs out the tree is of neighbours, as without leaves; and where no two threads
 * share a processor. */
void upcr_leaves_number(struct upcr_job *job) {
  if (!job->config.runs_on)
    return;
  uint32_t *leaf_of = calloc((size_t)processors_of(&job->config), sizeof *leaf_of);
  if (!leaf_of)
    return;
  uint32_t leaves = number(job, leaf_of);
  job->core->leaves = leaves < (uint32_t)(job->config.end - job->config.first) ? leaves : 0;
  free(leaf_of);
}
