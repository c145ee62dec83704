/* SPDX-License-Identifier: Apache-2.0 */
/* Puts, writes and gets: remote memory access in pieces of the provider's largest size. A put is
 * complete when its bytes are in the target's memory (FI_DELIVERY_COMPLETE), a write when the
 * provider no longer needs the local memory. */
#include <string.h>

#include "../../base/log.h"
#include "ofi.h"

enum { PIECE_MAX = 1 << 30 };

static size_t piece_max(void) {
  size_t most = upcr_ofi.info->ep_attr->max_msg_size;
  return most && most < PIECE_MAX ? most : PIECE_MAX;
}

ssize_t upcr_ofi_post_transfer(struct upcr_ofi_op *op) {
  uint64_t flags = FI_COMPLETION | (op->kind == UPCR_OFI_PUT ? FI_DELIVERY_COMPLETE : 0);
  struct iovec local = {.iov_base = op->local, .iov_len = op->bytes};
  struct fi_rma_iov remote = {.addr = op->remote, .len = op->bytes, .key = op->key};
  struct fi_msg_rma message = {.msg_iov = &local,
                               .desc = &op->local_desc,
                               .iov_count = 1,
                               .addr = upcr_ofi.peers[op->peer].address,
                               .rma_iov = &remote,
                               .rma_iov_count = 1,
                               .context = &op->context};
  ssize_t status = op->kind == UPCR_OFI_GET ? fi_readmsg(upcr_ofi.ep, &message, flags)
                                            : fi_writemsg(upcr_ofi.ep, &message, flags);
  if (status == 0)
    upcr_ofi.under_way++;
  return status;
}

void upcr_ofi_complete_transfer(struct upcr_ofi_op *op) {
  struct upcr_conduit_transfer *transfer = op->transfer;
  if (op->user)
    memcpy(op->user, op->local, op->bytes);
  if (op->local_mr)
    fi_close(&op->local_mr->fid);
  upcr_ofi_give(op);
  atomic_fetch_sub_explicit(
      &transfer->pending, 1,
      memory_order_release); /* pairs with the caller's acquire; then it is gone */
}

/* The local memory itself if the provider takes any. Else with the segment's registration, through
 * the record's registered buffer, or with a registration for this piece. */
static struct upcr_ofi_op *take_for(enum upcr_ofi_kind kind, void *local, size_t n) {
  bool any = !(upcr_ofi.info->domain_attr->mr_mode & FI_MR_LOCAL);
  void *desc = 0;
  bool as_it_is = any || upcr_ofi_find_exposed(local, n, &desc),
       bounces = !as_it_is && n <= UPCR_OFI_BUFFER;
  struct upcr_ofi_op *op = upcr_ofi_take(bounces);
  op->local = bounces ? op->buffer : local;
  op->local_desc = bounces ? op->buffer_desc : desc;
  if (bounces && kind == UPCR_OFI_GET)
    op->user = local;
  else if (bounces)
    memcpy(op->buffer, local, n);
  if (as_it_is || bounces)
    return op;
  int status = upcr_ofi_register(local, n, kind == UPCR_OFI_GET ? FI_READ : FI_WRITE, op->local_key,
                                 &op->local_mr);
  if (status != 0)
    upcr_fatal("%s cannot register %zu bytes of private memory: %s; a higher limit of locked "
               "memory (ulimit -l) may help",
               upcr_ofi.description, n, upcr_ofi_library.strerror(-status));
  op->local_desc = fi_mr_desc(op->local_mr);
  return op;
}

static void start(enum upcr_ofi_kind kind, int peer, int thread, uint64_t offset, void *local,
                  size_t n, struct upcr_conduit_transfer *transfer) {
  size_t most = piece_max();
  atomic_fetch_add_explicit(&transfer->pending, (uint32_t)((n + most - 1) / most),
                            memory_order_relaxed);
  pthread_mutex_lock(&upcr_ofi.mutex);
  struct upcr_ofi_target target = upcr_ofi.targets[thread];
  for (size_t done = 0; done < n;) {
    size_t bytes = n - done < most ? n - done : most;
    struct upcr_ofi_op *op = take_for(kind, (char *)local + done, bytes);
    op->kind = kind;
    op->peer = peer;
    op->bytes = bytes;
    op->transfer = transfer;
    op->remote = target.base + offset + done;
    op->key = target.key;
    upcr_ofi_submit(op);
    done += bytes;
  }
  pthread_mutex_unlock(&upcr_ofi.mutex);
}

void upcr_ofi_put(int peer, int thread, uint64_t offset, const void *from, size_t n,
                  struct upcr_conduit_transfer *transfer) {
  start(UPCR_OFI_PUT, peer, thread, offset, (void *)(uintptr_t)from, n, transfer);
}

void upcr_ofi_write(int peer, int thread, uint64_t offset, const void *from, size_t n,
                    struct upcr_conduit_transfer *transfer) {
  start(UPCR_OFI_WRITE, peer, thread, offset, (void *)(uintptr_t)from, n, transfer);
}

void upcr_ofi_get(int peer, int thread, uint64_t offset, void *to, size_t n,
                  struct upcr_conduit_transfer *transfer) {
  start(UPCR_OFI_GET, peer, thread, offset, to, n, transfer);
}
