/* SPDX-License-Identifier: Apache-2.0 */
/* Single-valued arguments of collectives (UPC 3.10), for the message about threads that differ.
 * Calls compare digests; the values themselves are kept only for checked code. */
#ifndef UPCR_CORE_SINGLE_VALUED_H
#define UPCR_CORE_SINGLE_VALUED_H

#include "../check/arguments.h"
#include "barrier.h"

/* The indexes of their values. upc_all_alloc has nblocks and nbytes, functions that free a pointer,
 * upcx_tasks_begin the capacity, from 0 on. */
enum {
  UPCR_ARGUMENT_DST,
  UPCR_ARGUMENT_SRC,
  UPCR_ARGUMENT_PERM,
  UPCR_ARGUMENT_RANKS,  /* a digest of a team's perm */
  UPCR_ARGUMENT_COUNTS, /* a digest of counts and displs */
  UPCR_ARGUMENT_NBYTES,
  UPCR_ARGUMENT_NELEMS,
  UPCR_ARGUMENT_BLK_SIZE,
  UPCR_ARGUMENT_TYPE,
  UPCR_ARGUMENT_ELEMENT, /* bytes of an element of UPCX_ELEMENT */
  UPCR_ARGUMENT_OP,
  UPCR_ARGUMENT_ROOT,
  UPCR_ARGUMENT_PRIVATE, /* 1 in the forms of private memory */
  UPCR_ARGUMENT_IN_PLACE,
  UPCR_ARGUMENT_IN, /* enum upcr_sync */
  UPCR_ARGUMENT_OUT
};

/* Ends the job: the threads that `one` and `other` name gave the collective different arguments.
 * Names the first that differs if both are known. */
_Noreturn void upcr_refuse_arguments(enum upcr_collective which, const char *one,
                                     struct upcr_arguments a, const char *other,
                                     struct upcr_arguments b);

#endif
