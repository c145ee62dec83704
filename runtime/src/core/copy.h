/* The miss path's parts that have no entry point of their own in docs/abi.md. */
#ifndef UPCR_CORE_COPY_H
#define UPCR_CORE_COPY_H

#include <stddef.h>
#include <upcr/upcr.h>

/* Ends the job if [p, p + n) is not in the static shared data or the heap of a segment. n >= 1. */
void upcr_check_far(upcr_pts_t p, unsigned long n);

#endif
