/* Non-blocking transfers (UPC 7.9). The transports there are complete a transfer before they return, so initiation does
 * all the work and gives the complete handle, as 7.9.3 allows. */
#include "library.h"

#include "../base/log.h"

enum { COMPLETE = 0 };

unsigned long upc_memcpy_nb(upcr_ppts_t dst, upcr_ppts_t src, size_t n) {
  upc_memcpy(dst, src, n);
  return COMPLETE;
}

unsigned long upc_memget_nb(void *restrict dst, upcr_ppts_t src, size_t n) {
  upc_memget(dst, src, n);
  return COMPLETE;
}

unsigned long upc_memput_nb(upcr_ppts_t dst, const void *restrict src, size_t n) {
  upc_memput(dst, src, n);
  return COMPLETE;
}

unsigned long upc_memset_nb(upcr_ppts_t dst, int c, size_t n) {
  upc_memset(dst, c, n);
  return COMPLETE;
}

void upc_memcpy_nbi(upcr_ppts_t dst, upcr_ppts_t src, size_t n) { upc_memcpy(dst, src, n); }

void upc_memget_nbi(void *restrict dst, upcr_ppts_t src, size_t n) { upc_memget(dst, src, n); }

void upc_memput_nbi(upcr_ppts_t dst, const void *restrict src, size_t n) { upc_memput(dst, src, n); }

void upc_memset_nbi(upcr_ppts_t dst, int c, size_t n) { upc_memset(dst, c, n); }

static void check_handle(unsigned long handle, const char *what) {
  if (handle != COMPLETE)
    upcr_fatal("%s: handle %#lx is not of a transfer of this thread (UPC 7.9)", what, handle);
}

int upc_sync_attempt(unsigned long handle) {
  check_handle(handle, "upc_sync_attempt");
  return 1;
}

void upc_sync(unsigned long handle) { check_handle(handle, "upc_sync"); }

int upc_synci_attempt(void) { return 1; }

void upc_synci(void) {}
