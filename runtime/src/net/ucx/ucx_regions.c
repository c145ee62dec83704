/* SPDX-License-Identifier: Apache-2.0 */
/* Memory that peers access, and the address that tells them how: the worker's address, each
 * segment's base and key. Over TCP all keys are the same bytes, and written once. */
#include <stdlib.h>
#include <string.h>

#include "../../base/log.h"
#include "../conduit_blob.h"
#include "ucx.h"

static int expose(struct upcr_ucx_exposed *exposed, char *err, size_t errlen) {
  ucp_mem_map_params_t params = {.field_mask = UCP_MEM_MAP_PARAM_FIELD_ADDRESS |
                                               UCP_MEM_MAP_PARAM_FIELD_LENGTH,
                                 .address = exposed->region.base,
                                 .length = exposed->region.bytes};
  ucs_status_t status = UCX(ucp_mem_map)(upcr_ucx.context, &params, &exposed->memory);
  if (status == UCS_OK)
    return 0;
  return upcr_fail(err, errlen,
                   "%s cannot register the %zu bytes of thread %d's segment: %s; a smaller heap "
                   "(-shared-heap) or a higher limit "
                   "of locked memory (ulimit -l) may help",
                   upcr_ucx.description, exposed->region.bytes, exposed->region.thread,
                   UCX(ucs_status_string)(status));
}

int upcr_ucx_expose(const struct upcr_conduit_region *regions, int count, char *err,
                    size_t errlen) {
  upcr_ucx.exposed = calloc((size_t)count, sizeof *upcr_ucx.exposed);
  if (!upcr_ucx.exposed && count > 0)
    return upcr_fail(err, errlen, "out of memory");
  for (; upcr_ucx.exposed_count < count; upcr_ucx.exposed_count++) {
    struct upcr_ucx_exposed *exposed = &upcr_ucx.exposed[upcr_ucx.exposed_count];
    exposed->region = regions[upcr_ucx.exposed_count];
    if (exposed->region.thread != regions[0].thread + upcr_ucx.exposed_count)
      return upcr_fail(err, errlen, "the threads of a process are not consecutive");
    if (expose(exposed, err, errlen) != 0)
      return -1;
  }
  return 0;
}

void upcr_ucx_unexpose(void) {
  for (int i = 0; i < upcr_ucx.exposed_count; i++)
    UCX(ucp_mem_unmap)(upcr_ucx.context, upcr_ucx.exposed[i].memory);
  free(upcr_ucx.exposed);
  upcr_ucx.exposed = 0;
  upcr_ucx.exposed_count = 0;
}

static int write_worker(struct upcr_blob *blob, char *err, size_t errlen) {
  ucp_worker_attr_t attr = {.field_mask =
                                UCP_WORKER_ATTR_FIELD_ADDRESS | UCP_WORKER_ATTR_FIELD_ADDRESS_FLAGS,
                            .address_flags = UCP_WORKER_ADDRESS_FLAG_NET_ONLY};
  ucs_status_t status = UCX(ucp_worker_query)(upcr_ucx.worker, &attr);
  if (status != UCS_OK)
    return upcr_ucx_fail(err, errlen, "get the worker's address", status);
  upcr_blob_write_number(blob, attr.address_length);
  upcr_blob_write(blob, attr.address, attr.address_length);
  UCX(ucp_worker_release_address)(upcr_ucx.worker, attr.address);
  return 0;
}

static int write_bases(struct upcr_blob *blob) {
  uint64_t *bases = malloc(((size_t)upcr_ucx.exposed_count + 1) * sizeof *bases);
  if (!bases)
    return -1;
  for (int i = 0; i < upcr_ucx.exposed_count; i++)
    bases[i] = (uintptr_t)upcr_ucx.exposed[i].region.base;
  upcr_blob_write_numbers(blob, bases, upcr_ucx.exposed_count);
  free(bases);
  return 0;
}

/* A key's length and bytes, or length 0: as the one before. `last` is inside the blob. */
static int write_key(struct upcr_blob *blob, int i, const void **last, size_t *last_bytes,
                     char *err, size_t errlen) {
  void *packed;
  size_t bytes;
  ucs_status_t status =
      UCX(ucp_rkey_pack)(upcr_ucx.context, upcr_ucx.exposed[i].memory, &packed, &bytes);
  if (status != UCS_OK)
    return upcr_ucx_fail(err, errlen, "get a segment's key", status);
  bool same = *last && *last_bytes == bytes && memcmp(*last, packed, bytes) == 0;
  upcr_blob_write_number(blob, same ? 0 : bytes);
  if (!same) {
    *last = blob->at;
    *last_bytes = bytes;
    upcr_blob_write(blob, packed, bytes);
    if (blob->full)
      *last = 0;
  }
  UCX(ucp_rkey_buffer_release)(packed);
  return 0;
}

int upcr_ucx_write_address(void *address, size_t *length, char *err, size_t errlen) {
  struct upcr_blob blob = {.at = address,
                           .end = (unsigned char *)address + UPCR_CONDUIT_ADDRESS_MAX};
  int count = upcr_ucx.exposed_count;
  const void *last = 0;
  size_t last_bytes = 0;
  if (write_worker(&blob, err, errlen) != 0)
    return -1;
  upcr_blob_write_number(&blob, (uint64_t)count);
  upcr_blob_write_number(&blob, count ? (uint64_t)upcr_ucx.exposed[0].region.thread : 0);
  if (write_bases(&blob) != 0)
    return upcr_fail(err, errlen, "out of memory");
  for (int i = 0; i < count; i++)
    if (write_key(&blob, i, &last, &last_bytes, err, errlen) != 0)
      return -1;
  *length = (size_t)(blob.at - (unsigned char *)address);
  if (!blob.full)
    return 0;
  return upcr_fail(err, errlen,
                   "%s: the worker's address and the keys of %d threads' segments take more than "
                   "%d bytes; run fewer threads a "
                   "process (-p), or name one interface (UPC_INTERFACE)",
                   upcr_ucx.description, count, UPCR_CONDUIT_ADDRESS_MAX);
}

static int make_targets(int threads) {
  if (threads <= upcr_ucx.threads)
    return 0;
  struct upcr_ucx_target *grown = realloc(upcr_ucx.targets, (size_t)threads * sizeof *grown);
  if (!grown)
    return -1;
  memset(grown + upcr_ucx.threads, 0, (size_t)(threads - upcr_ucx.threads) * sizeof *grown);
  upcr_ucx.targets = grown;
  upcr_ucx.threads = threads;
  return 0;
}

/* The regions of a process: threads first to first + count - 1. Returns 0, or -1: out of memory. */
static int read_regions(struct upcr_blob *blob, int first, int count) {
  uint64_t *bases = malloc(((size_t)count + 1) * sizeof *bases);
  if (!bases || make_targets(first + count) != 0) {
    free(bases);
    return -1;
  }
  upcr_blob_read_numbers(blob, bases, count);
  for (int i = 0; i < count; i++) {
    uint64_t bytes = upcr_blob_read_number(blob);
    upcr_ucx.targets[first + i].base = bases[i];
    upcr_ucx.targets[first + i].packed = bytes   ? upcr_blob_read(blob, bytes)
                                         : i > 0 ? upcr_ucx.targets[first + i - 1].packed
                                                 : 0;
  }
  free(bases);
  return 0;
}

int upcr_ucx_read_addresses(const void *addresses, size_t stride, char *err, size_t errlen) {
  enum { ROOM = UPCR_CONDUIT_ADDRESS_MAX };
  upcr_ucx.addresses = malloc((size_t)upcr_ucx.peer_count * ROOM);
  if (!upcr_ucx.addresses)
    return upcr_fail(err, errlen, "out of memory");
  for (int peer = 0; peer < upcr_ucx.peer_count; peer++) {
    unsigned char *own = upcr_ucx.addresses + (size_t)peer * ROOM;
    struct upcr_blob blob = {.at = own, .end = own + ROOM};
    memcpy(own, (const char *)addresses + (size_t)peer * stride, stride < ROOM ? stride : ROOM);
    upcr_ucx.peers[peer].address =
        (void *)(uintptr_t)upcr_blob_read(&blob, upcr_blob_read_number(&blob));
    uint64_t count = upcr_blob_read_number(&blob), first = upcr_blob_read_number(&blob);
    if (blob.full || count > ROOM || first > INT32_MAX / 2)
      return upcr_fail(err, errlen, "the address of process %d is not one of UCX's workers", peer);
    if (read_regions(&blob, (int)first, (int)count) != 0)
      return upcr_fail(err, errlen, "out of memory");
  }
  return 0;
}

ucp_rkey_h upcr_ucx_key(int peer, int thread) {
  struct upcr_ucx_target *target = &upcr_ucx.targets[thread];
  if (!target->key)
    upcr_ucx_expect(UCX(ucp_ep_rkey_unpack)(upcr_ucx_endpoint(peer), target->packed, &target->key),
                    "use a key of", peer);
  return target->key;
}
