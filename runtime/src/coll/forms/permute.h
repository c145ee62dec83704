/* SPDX-License-Identifier: Apache-2.0 */
/* The permutation of upc_all_permute. */
#ifndef UPCR_COLL_FORMS_PERMUTE_H
#define UPCR_COLL_FORMS_PERMUTE_H

#include "../copies.h"

/* Where a thread's block goes; ends the job if that is no thread. */
int upcr_permutation_target_of(const struct upcr_call *call, int thread);

/* The same of the calling thread. */
int upcr_permutation_target(const struct upcr_call *call);

/* Whose block comes to the calling thread, which reads all of perm for it; ends the job if that is
 * not one thread's. */
int upcr_permutation_source(const struct upcr_call *call);

#endif
