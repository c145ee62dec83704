/* Steps of the symmetric heap (mem/heap.h), whose book-keeping is on the node of thread 0: there they are calls, from other
 * nodes requests. The caller holds thread 0's symmetric_lock. */
#ifndef UPCR_CORE_SYMMETRIC_H
#define UPCR_CORE_SYMMETRIC_H

#include <stdint.h>

enum upcr_symmetric_step {
  UPCR_SYMMETRIC_ALLOC,       /* of `a` bytes aligned to `b`: the payload's offset, 0: no free block fits */
  UPCR_SYMMETRIC_FREE,        /* of the payload at offset `a`: 1, 0: there is no such block */
  UPCR_SYMMETRIC_FREE_AT_TOP, /* bytes */
  UPCR_SYMMETRIC_EXTEND,      /* upwards by `a` bytes: 0 */
  UPCR_SYMMETRIC_TRIM         /* at the upper end by whole granules of `a` bytes: bytes given back */
};

/* Once a process, before its threads start. */
void upcr_symmetric_start(void);

uint64_t upcr_symmetric(enum upcr_symmetric_step step, uint64_t a, uint64_t b);

#endif
