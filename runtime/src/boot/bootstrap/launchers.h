/* SPDX-License-Identifier: Apache-2.0 */
/* The kinds of bootstrap. Each function returns as upcr_bootstrap_find does, 0 where its launcher's
 * variables are not set, and takes these out of the environment. */
#ifndef UPCR_BOOT_BOOTSTRAP_LAUNCHERS_H
#define UPCR_BOOT_BOOTSTRAP_LAUNCHERS_H

#include "../bootstrap.h"

int upcr_bootstrap_rendezvous(struct upcr_bootstrap *self, char *err,
                              size_t errlen);                                   /* upcrun, by ssh */
int upcr_bootstrap_pmi1(struct upcr_bootstrap *self, char *err, size_t errlen); /* MPICH's hydra */
int upcr_bootstrap_pmix(struct upcr_bootstrap *self, char *err,
                        size_t errlen); /* Slurm, Open MPI, PRRTE */

/* Takes every variable whose name begins with `prefix` out of the environment. */
void upcr_bootstrap_forget(const char *prefix);

#endif
