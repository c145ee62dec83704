/* SPDX-License-Identifier: Apache-2.0 */
/* Non-blocking transfers (UPC 7.9). If the memory is mapped, initiation does all the work and
 * returns the complete handle, as 7.9.3 allows. */
#include <string.h>

#include "../check/check.h"
#include "../check/handles.h"
#include "../net/net.h"
#include "transfer.h"
#include "library.h"
#include "remote.h"

static unsigned long get_nb(const char *function, void *dst, upcr_pts_t src, size_t n) {
  upcr_check_argument(function, src, n, "read");
  upcr_check_far(src, n);
  return upcr_net->get_nb(dst, src, n, UPCR_MEMORY_HOST);
}

static unsigned long put_nb(const char *function, upcr_pts_t dst, const void *src, size_t n) {
  upcr_check_argument(function, dst, n, "write");
  upcr_check_far(dst, n);
  upcr_far_cache_forget();
  return upcr_net->put_nb(dst, src, n, UPCR_MEMORY_HOST);
}

static unsigned long copy_nb(const char *function, upcr_pts_t dst, upcr_pts_t src, size_t n) {
  upcr_check_argument(function, src, n, "read");
  upcr_check_argument(function, dst, n, "write");
  upcr_check_far(dst, n);
  upcr_check_far(src, n);
  return upcr_far_copy_nb(dst, src, n);
}

unsigned long upcr_memcpy_nb_as(const char *function, upcr_ppts_t dst, upcr_ppts_t src, size_t n) {
  char *to = upcr_near(dst.p), *from = upcr_near(src.p);
  if (n != 0 && to && !from)
    return get_nb(function, to, src.p, n);
  if (n != 0 && from && !to)
    return put_nb(function, dst.p, from, n);
  if (n != 0 && !to)
    return copy_nb(function, dst.p, src.p, n);
  upcr_memcpy_as(function, dst, src, n);
  return 0;
}

unsigned long upcr_memget_nb_as(const char *function, void *restrict dst, upcr_ppts_t src,
                                size_t n) {
  if (n != 0 && !upcr_near(src.p))
    return get_nb(function, dst, src.p, n);
  upcr_memget_as(function, dst, src, n);
  return 0;
}

unsigned long upcr_memput_nb_as(const char *function, upcr_ppts_t dst, const void *restrict src,
                                size_t n) {
  if (n != 0 && !upcr_near(dst.p))
    return put_nb(function, dst.p, src, n);
  upcr_memput_as(function, dst, src, n);
  return 0;
}

unsigned long upcr_memset_nb_as(const char *function, upcr_ppts_t dst, int c, size_t n) {
  if (n != 0 && !upcr_near(dst.p)) {
    upcr_check_argument(function, dst.p, n, "write");
    upcr_check_far(dst.p, n);
    upcr_far_cache_forget();
    return upcr_net->set_nb(dst.p, c, n);
  }
  upcr_memset_as(function, dst, c, n);
  return 0;
}

unsigned long upc_memcpy_nb(upcr_ppts_t dst, upcr_ppts_t src, size_t n) {
  return upcr_handle_note("upc_memcpy_nb", upcr_memcpy_nb_as("upc_memcpy_nb", dst, src, n));
}

unsigned long upc_memget_nb(void *restrict dst, upcr_ppts_t src, size_t n) {
  return upcr_handle_note("upc_memget_nb", upcr_memget_nb_as("upc_memget_nb", dst, src, n));
}

unsigned long upc_memput_nb(upcr_ppts_t dst, const void *restrict src, size_t n) {
  return upcr_handle_note("upc_memput_nb", upcr_memput_nb_as("upc_memput_nb", dst, src, n));
}

unsigned long upc_memset_nb(upcr_ppts_t dst, int c, size_t n) {
  return upcr_handle_note("upc_memset_nb", upcr_memset_nb_as("upc_memset_nb", dst, c, n));
}

/* Synchronising implicit transfers waits for all transfers of the thread, explicit ones too. */
void upc_memcpy_nbi(upcr_ppts_t dst, upcr_ppts_t src, size_t n) {
  upcr_memcpy_nb_as("upc_memcpy_nbi", dst, src, n);
}

void upc_memget_nbi(void *restrict dst, upcr_ppts_t src, size_t n) {
  upcr_memget_nb_as("upc_memget_nbi", dst, src, n);
}

/* Small puts are copied at once, and may share messages. */
void upcr_memput_nbi_as(const char *function, upcr_ppts_t dst, const void *restrict src, size_t n) {
  if (n == 0 || n > upcr_net->am_max || upcr_near(dst.p)) {
    upcr_memput_nb_as(function, dst, src, n);
    return;
  }
  upcr_check_argument(function, dst.p, n, "write");
  upcr_far_put(dst.p, src, n);
}

void upc_memput_nbi(upcr_ppts_t dst, const void *restrict src, size_t n) {
  upcr_memput_nbi_as("upc_memput_nbi", dst, src, n);
}

void upc_memset_nbi(upcr_ppts_t dst, int c, size_t n) {
  upcr_memset_nb_as("upc_memset_nbi", dst, c, n);
}

const struct upcr_deferred *_Atomic upcr_deferred;

/* The kind of a handle: 0 for a transfer. */
static const struct upcr_deferred *deferred(unsigned long handle) {
  return handle & UPCR_DEFERRED ? atomic_load_explicit(&upcr_deferred, memory_order_relaxed) : 0;
}

/* Cached lines may hold bytes from before the transfer: forget them. */
int upcr_sync_attempt_as(const char *function, unsigned long handle) {
  upcr_far_cache_forget();
  unsigned long transfer = upcr_handle_transfer(function, handle);
  const struct upcr_deferred *operations = deferred(transfer);
  int complete = operations ? operations->test(transfer) : upcr_net->test(transfer);
  if (complete)
    upcr_handle_done(handle);
  return complete;
}

void upcr_sync_as(const char *function, unsigned long handle) {
  upcr_far_cache_forget();
  unsigned long transfer = upcr_handle_transfer(function, handle);
  const struct upcr_deferred *operations = deferred(transfer);
  if (operations)
    operations->wait(transfer);
  else
    upcr_net->wait(transfer);
  upcr_handle_done(handle);
}

int upc_sync_attempt(unsigned long handle) {
  return upcr_sync_attempt_as("upc_sync_attempt", handle);
}

void upc_sync(unsigned long handle) { upcr_sync_as("upc_sync", handle); }

int upc_synci_attempt(void) {
  upcr_far_cache_forget();
  return upcr_net->test(UPCR_NET_ALL);
}

void upc_synci(void) {
  upcr_far_cache_forget();
  upcr_net->flush();
}
