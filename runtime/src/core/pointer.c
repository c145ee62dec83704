/* SPDX-License-Identifier: Apache-2.0 */
/* Parts of a pointer-to-shared (UPC 7.2.3) and castability (7.7). */
#include "../base/log.h"
#include "../check/check.h"
#include "library.h"

size_t upc_threadof(upcr_ppts_t ptr) { return upcr_thread(ptr.p); }

size_t upc_phaseof(upcr_ppts_t ptr) { return ptr.phase; }

upcr_ppts_t upc_resetphase(upcr_ppts_t ptr) { return upcr_pp(ptr.p, 0); }

size_t upc_addrfield(upcr_ppts_t ptr) { return upcr_pts_offset(ptr.p); }

size_t upc_affinitysize(size_t totalsize, size_t nbytes, size_t threadid) {
  size_t threads = (size_t)upcr_self.threads;
  if (threadid >= threads) {
    if (upcr_check_on())
      upcr_fatal("upc_affinitysize: thread %zu, of %zu threads (UPC 7.2.3.5)", threadid, threads);
    return 0;
  }
  if (nbytes == 0)
    return threadid == 0 ? totalsize : 0;
  size_t blocks = totalsize / nbytes; /* whole ones */
  size_t rows = blocks / threads, last = blocks % threads;
  if (threadid == last)
    return rows * nbytes + totalsize % nbytes;
  return rows * nbytes + (threadid < last ? nbytes : 0);
}

void *upc_cast(upcr_ppts_t ptr) { return ptr.p ? upcr_near(ptr.p) : (void *)0; }

/* UPC_CASTABLE_ALL of <upc_castable.h>. */
enum { CASTABLE_ALL = 15 };

struct upcr_thread_info upc_thread_info(size_t threadId) {
  int mapped = threadId < (size_t)upcr_self.threads && upcr_self.map[threadId] ? CASTABLE_ALL : 0;
  return (struct upcr_thread_info){mapped, mapped};
}
