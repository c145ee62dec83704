/* SPDX-License-Identifier: Apache-2.0 */
/* Records of operations, made in slabs. Those with a buffer carry messages, and transfers that
 * bounce. */
#include <stdlib.h>

#include "../../base/log.h"
#include "ofi.h"

enum { OPS_PER_SLAB = 256, BUFFERS_PER_SLAB = 32 };

struct upcr_ofi_slab {
  struct upcr_ofi_slab *next;
  struct fid_mr *mr; /* registration of the buffers, if the provider requires it */
  unsigned char *buffers;
  struct upcr_ofi_op ops[];
};

static bool registers_local(void) { return upcr_ofi.info->domain_attr->mr_mode & FI_MR_LOCAL; }

/* Puts the slab's records on the list of free ones. */
static void thread_slab(struct upcr_ofi_slab *slab, int count) {
  struct upcr_ofi_op **list = slab->buffers ? &upcr_ofi.free_buffers : &upcr_ofi.free_ops;
  for (int i = 0; i < count; i++) {
    struct upcr_ofi_op *op = &slab->ops[i];
    op->has_buffer = slab->buffers != 0;
    op->buffer = slab->buffers ? slab->buffers + (size_t)i * UPCR_OFI_BUFFER : 0;
    op->buffer_desc = slab->mr ? fi_mr_desc(slab->mr) : 0;
    op->local_key = upcr_ofi.next_key++;
    op->next = *list;
    *list = op;
  }
  slab->next = upcr_ofi.slabs;
  upcr_ofi.slabs = slab;
}

static int make(bool with_buffers) {
  int count = with_buffers ? BUFFERS_PER_SLAB : OPS_PER_SLAB, status = 0;
  size_t bytes = (size_t)count * UPCR_OFI_BUFFER;
  struct upcr_ofi_slab *slab = calloc(1, sizeof *slab + (size_t)count * sizeof *slab->ops);
  if (!slab)
    return -FI_ENOMEM;
  if (with_buffers && !(slab->buffers = aligned_alloc(64, bytes)))
    status = -FI_ENOMEM;
  else if (with_buffers && registers_local())
    status = upcr_ofi_register(slab->buffers, bytes, FI_SEND | FI_RECV | FI_READ | FI_WRITE,
                               upcr_ofi.next_key++, &slab->mr);
  if (status == 0) {
    thread_slab(slab, count);
    return 0;
  }
  free(slab->buffers);
  free(slab);
  return status;
}

int upcr_ofi_make_buffers(void) { return make(true); }

struct upcr_ofi_op *upcr_ofi_take(bool with_buffer) {
  struct upcr_ofi_op **list = with_buffer ? &upcr_ofi.free_buffers : &upcr_ofi.free_ops;
  if (!*list) {
    int status = make(with_buffer);
    if (status != 0)
      upcr_fatal("%s: out of memory for messages: %s", upcr_ofi.description,
                 upcr_ofi_library.strerror(-status));
  }
  struct upcr_ofi_op *op = *list;
  *list = op->next;
  op->next = 0;
  op->local_mr = 0;
  op->user = 0;
  return op;
}

void upcr_ofi_give(struct upcr_ofi_op *op) {
  struct upcr_ofi_op **list = op->has_buffer ? &upcr_ofi.free_buffers : &upcr_ofi.free_ops;
  op->next = *list;
  *list = op;
}

void upcr_ofi_free_ops(void) {
  while (upcr_ofi.slabs) {
    struct upcr_ofi_slab *slab = upcr_ofi.slabs;
    upcr_ofi.slabs = slab->next;
    if (slab->mr)
      fi_close(&slab->mr->fid);
    free(slab->buffers);
    free(slab);
  }
  upcr_ofi.free_ops = upcr_ofi.free_buffers = 0;
}
