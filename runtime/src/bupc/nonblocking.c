/* Non-blocking transfers of <bupc_extensions.h>. */
#include "../core/library.h"
#include "library.h"

unsigned long bupc_memcpy_async(upcr_ppts_t dst, upcr_ppts_t src, size_t n) { return upc_memcpy_nb(dst, src, n); }
unsigned long bupc_memget_async(void *dst, upcr_ppts_t src, size_t n) { return upc_memget_nb(dst, src, n); }
unsigned long bupc_memput_async(upcr_ppts_t dst, const void *src, size_t n) { return upc_memput_nb(dst, src, n); }
unsigned long bupc_memset_async(upcr_ppts_t dst, int c, size_t n) { return upc_memset_nb(dst, c, n); }
void bupc_memcpy_asynci(upcr_ppts_t dst, upcr_ppts_t src, size_t n) { upc_memcpy_nbi(dst, src, n); }
void bupc_memget_asynci(void *dst, upcr_ppts_t src, size_t n) { upc_memget_nbi(dst, src, n); }
void bupc_memput_asynci(upcr_ppts_t dst, const void *src, size_t n) { upc_memput_nbi(dst, src, n); }
void bupc_memset_asynci(upcr_ppts_t dst, int c, size_t n) { upc_memset_nbi(dst, c, n); }

void bupc_waitsync(unsigned long handle) { upc_sync(handle); }
int bupc_trysync(unsigned long handle) { return upc_sync_attempt(handle); }
void bupc_waitsynci(void) { upc_synci(); }
int bupc_trysynci(void) { return upc_synci_attempt(); }

void bupc_waitsync_all(unsigned long *handles, size_t n) {
  for (size_t i = 0; i < n; i++) {
    upc_sync(handles[i]);
    handles[i] = 0;
  }
}

int bupc_trysync_all(unsigned long *handles, size_t n) {
  int all = 1;
  for (size_t i = 0; i < n; i++)
    if (upc_sync_attempt(handles[i]))
      handles[i] = 0;
    else
      all = 0;
  return all;
}
