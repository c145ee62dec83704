/* SPDX-License-Identifier: Apache-2.0 */
/* Registration of memory, and the address that tells peers how to access it.
 *
 * The provider says what it wants (mr_mode): VIRT_ADDR, peers name addresses rather than offsets;
 * PROV_KEY, it chooses the keys; ENDPOINT, registrations are bound to the endpoint and then
 * enabled; ALLOCATED, pages are there before; LOCAL, local memory of every operation is registered
 * as well. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../../base/log.h"
#include "../conduit_blob.h"
#include "ofi.h"

#ifndef MADV_POPULATE_WRITE /* Linux 5.14; older kernels refuse it, and the provider's own pinning \
                               brings the pages */
#define MADV_POPULATE_READ 22
#define MADV_POPULATE_WRITE 23
#endif

static bool mode(uint64_t bit) { return (uint64_t)upcr_ofi.info->domain_attr->mr_mode & bit; }

/* Brings the pages around the memory, which may be constant where it is only read. */
static int populate(const void *base, size_t bytes, bool only_read) {
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), from = (uintptr_t)base & ~(page - 1);
  uintptr_t to = ((uintptr_t)base + bytes + page - 1) & ~(page - 1);
  int advice = only_read ? MADV_POPULATE_READ : MADV_POPULATE_WRITE;
  return madvise((void *)from, to - from, advice) == 0 || errno == EINVAL ? 0 : -errno;
}

int upcr_ofi_register(const void *base, size_t bytes, uint64_t access, uint64_t key,
                      struct fid_mr **mr) {
  uint64_t wanted = mode(FI_MR_PROV_KEY) ? 0 : key;
  int status = mode(FI_MR_ALLOCATED) ? populate(base, bytes, access == FI_WRITE) : 0;
  if (status == 0)
    status = fi_mr_reg(upcr_ofi.domain, base, bytes, access, 0, wanted, 0, mr, 0);
  if (status != 0 || !mode(FI_MR_ENDPOINT))
    return status;
  status = fi_mr_bind(*mr, &upcr_ofi.ep->fid, 0);
  if (status == 0)
    status = fi_mr_enable(*mr);
  if (status != 0) {
    fi_close(&(*mr)->fid);
    *mr = 0;
  }
  return status;
}

static int expose(struct upcr_ofi_exposed *exposed, char *err, size_t errlen) {
  struct upcr_conduit_region *region = &exposed->region;
  uint64_t access = FI_REMOTE_READ | FI_REMOTE_WRITE | FI_READ | FI_WRITE | FI_SEND | FI_RECV;
  int status =
      upcr_ofi_register(region->base, region->bytes, access, upcr_ofi.next_key++, &exposed->mr);
  if (status == 0)
    return 0;
  return upcr_fail(err, errlen,
                   "%s cannot register the %zu bytes of thread %d's segment: %s; a smaller heap "
                   "(-shared-heap) or a higher limit "
                   "of locked memory (ulimit -l) may help",
                   upcr_ofi.description, region->bytes, region->thread,
                   upcr_ofi_library.strerror(status < 0 ? -status : status));
}

int upcr_ofi_expose(const struct upcr_conduit_region *regions, int count, char *err,
                    size_t errlen) {
  upcr_ofi.exposed = calloc((size_t)count, sizeof *upcr_ofi.exposed);
  if (!upcr_ofi.exposed && count > 0)
    return upcr_fail(err, errlen, "out of memory");
  for (; upcr_ofi.exposed_count < count; upcr_ofi.exposed_count++) {
    struct upcr_ofi_exposed *exposed = &upcr_ofi.exposed[upcr_ofi.exposed_count];
    exposed->region = regions[upcr_ofi.exposed_count];
    if (exposed->region.thread != regions[0].thread + upcr_ofi.exposed_count)
      return upcr_fail(err, errlen, "the threads of a process are not consecutive");
    if (expose(exposed, err, errlen) != 0)
      return -1;
  }
  return 0;
}

void upcr_ofi_unexpose(void) {
  for (int i = 0; i < upcr_ofi.exposed_count; i++)
    fi_close(&upcr_ofi.exposed[i].mr->fid);
  free(upcr_ofi.exposed);
  upcr_ofi.exposed = 0;
  upcr_ofi.exposed_count = 0;
}

bool upcr_ofi_find_exposed(const void *local, size_t n, void **desc) {
  for (int i = 0; i < upcr_ofi.exposed_count; i++) {
    const struct upcr_conduit_region *region = &upcr_ofi.exposed[i].region;
    uintptr_t from = (uintptr_t)local - (uintptr_t)region->base;
    if (from < region->bytes && n <= region->bytes - from) {
      *desc = fi_mr_desc(upcr_ofi.exposed[i].mr);
      return true;
    }
  }
  return false;
}

/* Bases, or zeros if offsets count from the registration's start; keys. */
static void write_regions(struct upcr_blob *blob, uint64_t *numbers) {
  int count = upcr_ofi.exposed_count;
  for (int i = 0; i < count; i++)
    numbers[i] = mode(FI_MR_VIRT_ADDR) ? (uintptr_t)upcr_ofi.exposed[i].region.base : 0;
  upcr_blob_write_numbers(blob, numbers, count);
  for (int i = 0; i < count; i++)
    numbers[i] = fi_mr_key(upcr_ofi.exposed[i].mr);
  upcr_blob_write_numbers(blob, numbers, count);
}

int upcr_ofi_write_address(void *address, size_t *length, char *err, size_t errlen) {
  unsigned char name[256];
  size_t bytes = sizeof name;
  int count = upcr_ofi.exposed_count, status = fi_getname(&upcr_ofi.ep->fid, name, &bytes);
  struct upcr_blob blob = {.at = address,
                           .end = (unsigned char *)address + UPCR_CONDUIT_ADDRESS_MAX};
  uint64_t *numbers = malloc(((size_t)count + 1) * sizeof *numbers);
  if (status != 0 || !numbers) {
    free(numbers);
    return status != 0 ? upcr_ofi_fail(err, errlen, "get the endpoint's address", status)
                       : upcr_fail(err, errlen, "out of memory");
  }
  upcr_blob_write_number(&blob, bytes);
  upcr_blob_write(&blob, name, bytes);
  upcr_blob_write_number(&blob, (uint64_t)count);
  upcr_blob_write_number(&blob, count ? (uint64_t)upcr_ofi.exposed[0].region.thread : 0);
  write_regions(&blob, numbers);
  free(numbers);
  *length = (size_t)(blob.at - (unsigned char *)address);
  if (!blob.full)
    return 0;
  return upcr_fail(err, errlen,
                   "%s: the keys of %d threads' segments take more than %d bytes; run fewer "
                   "threads a process (-p)",
                   upcr_ofi.description, count, UPCR_CONDUIT_ADDRESS_MAX);
}

static int make_targets(int threads) {
  if (threads <= upcr_ofi.threads)
    return 0;
  struct upcr_ofi_target *grown = realloc(upcr_ofi.targets, (size_t)threads * sizeof *grown);
  if (!grown)
    return -1;
  memset(grown + upcr_ofi.threads, 0, (size_t)(threads - upcr_ofi.threads) * sizeof *grown);
  upcr_ofi.targets = grown;
  upcr_ofi.threads = threads;
  return 0;
}

/* The regions of a process: threads first to first + count - 1. Returns 0, or -1: out of memory. */
static int read_regions(struct upcr_blob *blob, int first, int count) {
  uint64_t *numbers = malloc(((size_t)count + 1) * sizeof *numbers);
  if (!numbers || make_targets(first + count) != 0) {
    free(numbers);
    return -1;
  }
  upcr_blob_read_numbers(blob, numbers, count);
  for (int i = 0; i < count; i++)
    upcr_ofi.targets[first + i].base = numbers[i];
  upcr_blob_read_numbers(blob, numbers, count);
  for (int i = 0; i < count; i++)
    upcr_ofi.targets[first + i].key = numbers[i];
  free(numbers);
  return 0;
}

static int read_address(int peer, const void *address, char *err, size_t errlen) {
  struct upcr_blob blob = {.at = (unsigned char *)(uintptr_t)address,
                           .end = (unsigned char *)(uintptr_t)address + UPCR_CONDUIT_ADDRESS_MAX};
  const void *name = upcr_blob_read(&blob, upcr_blob_read_number(&blob));
  uint64_t count = upcr_blob_read_number(&blob), first = upcr_blob_read_number(&blob);
  if (!name || blob.full || count > UPCR_CONDUIT_ADDRESS_MAX || first > INT32_MAX / 2)
    return upcr_fail(err, errlen, "the address of process %d is not one of libfabric's endpoints",
                     peer);
  if (read_regions(&blob, (int)first, (int)count) != 0)
    return upcr_fail(err, errlen, "out of memory");
  int done = fi_av_insert(upcr_ofi.av, name, 1, &upcr_ofi.peers[peer].address, 0, 0);
  return done == 1 ? 0
                   : upcr_ofi_fail(err, errlen, "use the address of another process",
                                   done < 0 ? done : -FI_EINVAL);
}

int upcr_ofi_read_addresses(const void *addresses, size_t stride, char *err, size_t errlen) {
  for (int peer = 0; peer < upcr_ofi.peer_count; peer++)
    if (read_address(peer, (const char *)addresses + (size_t)peer * stride, err, errlen) != 0)
      return -1;
  return 0;
}
