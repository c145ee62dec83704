/* Non-blocking transfers (UPC 7.9). Where the memory is mapped, and for a copy from one far thread to another, which goes through the
 * caller, initiation does all the work and gives the complete handle, as 7.9.3 allows. */
#include <string.h>

#include "../check/check.h"
#include "../net/net.h"
#include "copy.h"
#include "deferred.h"
#include "library.h"

enum { COMPLETE = 0 };

static unsigned long get_nb(void *dst, upcr_pts_t src, size_t n) {
  upcr_check_argument(src, n, "read");
  upcr_check_far(src, n);
  return upcr_net->get_nb(dst, src, n, UPCR_MEMORY_HOST);
}

static unsigned long put_nb(upcr_pts_t dst, const void *src, size_t n) {
  upcr_check_argument(dst, n, "write");
  upcr_check_far(dst, n);
  return upcr_net->put_nb(dst, src, n, UPCR_MEMORY_HOST);
}

static unsigned long move_nb(upcr_pts_t dst, upcr_pts_t src, size_t n) {
  upcr_check_argument(src, n, "read");
  upcr_check_argument(dst, n, "write");
  upcr_check_far(dst, n);
  upcr_check_far(src, n);
  return upcr_net->move_nb(dst, src, n);
}

unsigned long upc_memcpy_nb(upcr_ppts_t dst, upcr_ppts_t src, size_t n) {
  char *to = upcr_near(dst.p), *from = upcr_near(src.p);
  if (n != 0 && to && !from)
    return get_nb(to, src.p, n);
  if (n != 0 && from && !to)
    return put_nb(dst.p, from, n);
  if (n != 0 && !to && !from && upcr_thread(dst.p) == upcr_thread(src.p))
    return move_nb(dst.p, src.p, n);
  upc_memcpy(dst, src, n);
  return COMPLETE;
}

unsigned long upc_memget_nb(void *restrict dst, upcr_ppts_t src, size_t n) {
  if (n != 0 && !upcr_near(src.p))
    return get_nb(dst, src.p, n);
  upc_memget(dst, src, n);
  return COMPLETE;
}

unsigned long upc_memput_nb(upcr_ppts_t dst, const void *restrict src, size_t n) {
  if (n != 0 && !upcr_near(dst.p))
    return put_nb(dst.p, src, n);
  upc_memput(dst, src, n);
  return COMPLETE;
}

unsigned long upc_memset_nb(upcr_ppts_t dst, int c, size_t n) {
  if (n != 0 && !upcr_near(dst.p)) {
    upcr_check_argument(dst.p, n, "write");
    upcr_check_far(dst.p, n);
    return upcr_net->set_nb(dst.p, c, n);
  }
  upc_memset(dst, c, n);
  return COMPLETE;
}

/* Implicit transfers are the thread's transfers: synchronising them waits for the explicit ones too. */
void upc_memcpy_nbi(upcr_ppts_t dst, upcr_ppts_t src, size_t n) { upc_memcpy_nb(dst, src, n); }

void upc_memget_nbi(void *restrict dst, upcr_ppts_t src, size_t n) { upc_memget_nb(dst, src, n); }

void upc_memput_nbi(upcr_ppts_t dst, const void *restrict src, size_t n) { upc_memput_nb(dst, src, n); }

void upc_memset_nbi(upcr_ppts_t dst, int c, size_t n) { upc_memset_nb(dst, c, n); }

const struct upcr_deferred *_Atomic upcr_deferred;

/* What a handle is of: 0 for a transfer. */
static const struct upcr_deferred *deferred(unsigned long handle) {
  return handle & UPCR_DEFERRED ? atomic_load_explicit(&upcr_deferred, memory_order_relaxed) : 0;
}

int upc_sync_attempt(unsigned long handle) {
  const struct upcr_deferred *operations = deferred(handle);
  return operations ? operations->test(handle) : upcr_net->test(handle);
}

void upc_sync(unsigned long handle) {
  const struct upcr_deferred *operations = deferred(handle);
  if (operations)
    operations->wait(handle);
  else
    upcr_net->wait(handle);
}

int upc_synci_attempt(void) { return upcr_net->test(UPCR_NET_ALL); }

void upc_synci(void) { upcr_net->flush(); }
