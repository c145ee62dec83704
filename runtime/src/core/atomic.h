/* Atomicity domains (UPC 7.6) as the runtime uses them itself. */
#ifndef UPCR_CORE_ATOMIC_H
#define UPCR_CORE_ATOMIC_H

#include <upcr/upcr.h>

/* The operations that <upc_atomic.h> adds to <upc_types.h>. */
enum {
  UPCR_GET = 1 << 11,
  UPCR_SET = 1 << 12,
  UPCR_CSWAP = 1 << 13,
  UPCR_SUB = 1 << 14,
  UPCR_INC = 1 << 15,
  UPCR_DEC = 1 << 16
};

/* A domain for one call, which nobody frees. Ends the job if `type` does not permit all of `ops`. */
upcr_pts_t upcr_atomicdomain(int type, int ops);

#endif
