/* SPDX-License-Identifier: Apache-2.0 */
/* Records of operations, made in slabs. Those with a buffer carry messages that UCX did not take
 * over at once. */
#include <stdlib.h>

#include "../../base/log.h"
#include "ucx.h"

enum { OPS_PER_SLAB = 256, BUFFERS_PER_SLAB = 32 };

struct upcr_ucx_slab {
  struct upcr_ucx_slab *next;
  unsigned char *buffers;
  struct upcr_ucx_op ops[];
};

static void make(bool with_buffers) {
  size_t count = with_buffers ? BUFFERS_PER_SLAB : OPS_PER_SLAB;
  struct upcr_ucx_slab *slab = calloc(1, sizeof *slab + count * sizeof *slab->ops);
  if (slab && with_buffers)
    slab->buffers = malloc(count * UPCR_UCX_BUFFER);
  if (!slab || (with_buffers && !slab->buffers))
    upcr_fatal("%s: out of memory for messages", upcr_ucx.description);
  for (size_t i = 0; i < count; i++) {
    slab->ops[i].buffer = with_buffers ? slab->buffers + i * UPCR_UCX_BUFFER : 0;
    upcr_ucx_give(&slab->ops[i]);
  }
  slab->next = upcr_ucx.slabs;
  upcr_ucx.slabs = slab;
}

struct upcr_ucx_op *upcr_ucx_take(bool with_buffer) {
  struct upcr_ucx_op **list = with_buffer ? &upcr_ucx.free_buffers : &upcr_ucx.free_ops;
  if (!*list)
    make(with_buffer);
  struct upcr_ucx_op *op = *list;
  *list = op->next;
  op->next = 0;
  return op;
}

void upcr_ucx_give(struct upcr_ucx_op *op) {
  struct upcr_ucx_op **list = op->buffer ? &upcr_ucx.free_buffers : &upcr_ucx.free_ops;
  op->next = *list;
  *list = op;
}

void upcr_ucx_free_ops(void) {
  while (upcr_ucx.slabs) {
    struct upcr_ucx_slab *slab = upcr_ucx.slabs;
    upcr_ucx.slabs = slab->next;
    free(slab->buffers);
    free(slab);
  }
  upcr_ucx.free_ops = upcr_ucx.free_buffers = 0;
}
