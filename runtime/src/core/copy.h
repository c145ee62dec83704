/* SPDX-License-Identifier: Apache-2.0 */
/* The miss path's parts that have no entry point of their own in docs/abi.md. */
#ifndef UPCR_CORE_COPY_H
#define UPCR_CORE_COPY_H

#include <stddef.h>
#include <upcr/upcr.h>

/* Ends the job if [p, p + n) is not in the static shared data or the heap of a segment. n >= 1. */
void upcr_check_far(upcr_pts_t p, unsigned long n);

/* Starts a copy of n >= 1 bytes, both far and checked with upcr_check_far; gives a handle of the
 * transport. On one thread they may overlap. */
unsigned long upcr_far_copy_nb(upcr_pts_t dst, upcr_pts_t src, unsigned long n);

#endif
