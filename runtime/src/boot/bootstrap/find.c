/* SPDX-License-Identifier: Apache-2.0 */
/* Chooses the bootstrap: the rendezvous with upcrun, PMIx or PMI-1, by the variables that the
 * launcher set. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../base/log.h"
#include "io.h"

void upcr_bootstrap_forget(const char *prefix) {
  size_t n = strlen(prefix);
  for (char **at = environ; at && *at;) {
    size_t length = strcspn(*at, "=");
    if (length < n || strncmp(*at, prefix, n) != 0) {
      at++;
      continue;
    }
    char *name = strndup(*at, length);
    if (!name)
      return;
    unsetenv(name); /* moves what follows to `at` */
    free(name);
  }
}

/* srun without a PMIx plugin gives its tasks nothing to find each other by. A batch script and a
 * shell in an allocation have no step, and a step of one task starts one job. */
static int check_slurm(char *err, size_t errlen) {
  const char *tasks = getenv("SLURM_STEP_NUM_TASKS");
  if (!tasks || !getenv("SLURM_PROCID") || strtol(tasks, 0, 10) < 2)
    return 0;
  return upcr_fail(err, errlen,
                   "srun started %s tasks without PMIx, by which they would find each other: use "
                   "srun --mpi=pmix (srun --mpi=list shows whether Slurm has it), or upcrun, which "
                   "does not need it",
                   tasks);
}

int upcr_bootstrap_find(struct upcr_bootstrap *self, char *err, size_t errlen) {
  /* The innermost launcher first: hydra's descriptor is inherited, and closed by other launchers.
   * */
  static int (*const kinds[])(struct upcr_bootstrap *, char *, size_t) = {
      upcr_bootstrap_rendezvous,
      upcr_bootstrap_pmi1,
      upcr_bootstrap_pmix,
  };
  memset(self, 0, sizeof *self);
  self->fd = -1;
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    int found = kinds[i](self, err, errlen);
    if (found != 0) {
      unsetenv("SLURM_STEP_NUM_TASKS");
      return found;
    }
  }
  return check_slurm(err, errlen);
}
