/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "block_records.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <upcr/upcr.h>

#include "../mem/heap.h"
#include "block_starts.h"
#include "../mem/job.h"

enum {
  ONE_BIRTH = 8,       /* in a record's life */
  BLOCK_MIN = 32,      /* bytes between the payloads of two blocks at least (mem/heap.c) */
  ASIDE_PART = 8,      /* largest part of a heap in quarantine */
  ASIDE_MAX = 64 << 20 /* and no more than this */
};
_Static_assert(sizeof(struct upcr_block) <= 2 * BLOCK_MIN,
               "a record for each 32 bytes of heap takes twice the heap");

/* Blocks in quarantine, oldest first; under the heap's lock. */
struct aside {
  uint64_t oldest, newest, bytes;
};

/* The same in all processes; what it points to is shared. */
static struct {
  uint64_t end;  /* offsets are below it */
  size_t stride; /* bytes of memory a heap */
  char *memory;  /* of the i-th heap here at memory + i * stride: struct aside, the set of starts,
                    records */
} records;

static size_t starts_at(void) { return sizeof(struct aside); }
static size_t records_at(void) {
  return (starts_at() + upcr_starts_bytes(records.end) + 63) & ~(size_t)63;
}

/* The node's threads' own heaps, then the symmetric one. */
static int index_of(int heap) {
  return heap < upcr_job->config.threads ? heap - upcr_job->config.first
                                         : upcr_job->config.end - upcr_job->config.first;
}

bool upcr_blocks_here(int heap) { return upcr_in_node(heap < upcr_job->config.threads ? heap : 0); }

int upcr_blocks_create(uint64_t end, char *err, size_t errlen) {
  records.end = end;
  records.stride =
      (records_at() + end / BLOCK_MIN * sizeof(struct upcr_block) + 4095) & ~(size_t)4095;
  size_t total = records.stride * ((size_t)index_of(upcr_job->config.threads) + 1);
  void *memory =
      mmap(0, total, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) {
    snprintf(err, errlen,
             "%zu MB of address space for the run-time checks of shared heaps of %llu MB: %s; ask "
             "for less with upcrun "
             "-shared-heap or UPC_SHARED_HEAP_SIZE, or compile with upcc -fno-upc-check",
             total >> 20, (unsigned long long)end >> 20, strerror(errno));
    return -1;
  }
  madvise(memory, total, MADV_DONTDUMP);
  records.memory = memory;
  return 0;
}

bool upcr_blocks_kept(void) { return records.memory != 0; }

static char *heap_memory(int heap) {
  return records.memory + (size_t)index_of(heap) * records.stride;
}

static struct aside *aside_of(int heap) { return (struct aside *)(void *)heap_memory(heap); }

static struct upcr_starts starts_of(int heap) {
  struct upcr_starts starts;
  upcr_starts_init(&starts, heap_memory(heap) + starts_at(), records.end);
  return starts;
}

static struct upcr_block *block_of(int heap, uint64_t offset) {
  return (struct upcr_block *)(void *)(heap_memory(heap) + records_at()) + offset / BLOCK_MIN;
}

struct upcr_block_event upcr_block_event_here(void) {
  return (struct upcr_block_event){upcr_now.file, upcr_now.line, upcr_self.mythread};
}

static void set_state(struct upcr_block *block, uint64_t life, enum upcr_block_state state) {
  atomic_store_explicit(&block->life, (life & ~(uint64_t)(3 | UPCR_BLOCK_KNOWN)) | state,
                        memory_order_relaxed);
}

void upcr_block_add_here(int heap, uint64_t offset, uint64_t nblocks, uint64_t nbytes,
                         const struct upcr_block_event *by) {
  struct upcr_block *block = block_of(heap, offset);
  struct upcr_starts starts = starts_of(heap);
  block->nblocks = nblocks;
  block->nbytes = nbytes;
  block->allocated = *by;
  block->next = 0;
  set_state(block, atomic_load_explicit(&block->life, memory_order_relaxed) + ONE_BIRTH,
            UPCR_BLOCK_LIVE);
  upcr_starts_add(&starts, offset);
}

/* Bytes of the block in one segment, for the limit of the quarantine. */
static uint64_t weight(const struct upcr_block *block) {
  uint64_t threads =
      (uint64_t)upcr_job->config.threads; /* upcr_self is no UPC thread's in the progress thread */
  return (block->nblocks + threads - 1) / threads * block->nbytes;
}

void upcr_block_quarantine_here(int heap, uint64_t offset) {
  struct aside *aside = aside_of(heap);
  struct upcr_block *block = block_of(heap, offset);
  block->next = 0;
  if (aside->newest)
    block_of(heap, aside->newest)->next = offset;
  else
    aside->oldest = offset;
  aside->newest = offset;
  aside->bytes += weight(block);
}

static uint64_t aside_limit(void) {
  uint64_t part = records.end / ASIDE_PART;
  return part < ASIDE_MAX ? part : ASIDE_MAX;
}

uint64_t upcr_block_release_here(int heap, bool all) {
  struct aside *aside = aside_of(heap);
  uint64_t offset = aside->oldest;
  if (offset == 0 || (!all && aside->bytes <= aside_limit()))
    return 0;
  struct upcr_block *block = block_of(heap, offset);
  struct upcr_starts starts = starts_of(heap);
  aside->bytes -= weight(block);
  aside->oldest = block->next;
  if (aside->oldest == 0)
    aside->newest = 0;
  upcr_starts_remove(&starts, offset);
  set_state(block, atomic_load_explicit(&block->life, memory_order_relaxed), UPCR_BLOCK_NONE);
  return offset;
}

struct upcr_block *upcr_block_at_or_below(int heap, uint64_t offset, uint64_t *start) {
  struct upcr_starts starts = starts_of(heap);
  *start = upcr_starts_at_or_below(&starts, offset);
  return *start ? block_of(heap, *start) : 0;
}

/* Sequentially consistent with the exchange below: either this reads that the block is freed, or
 * the thread that frees it reads that another node knows of it. */
uint64_t upcr_block_mark_known(struct upcr_block *block) {
  uint64_t life = atomic_load_explicit(&block->life, memory_order_seq_cst);
  while (upcr_block_state(life) == UPCR_BLOCK_LIVE && !(life & UPCR_BLOCK_KNOWN) &&
         !atomic_compare_exchange_weak(&block->life, &life, life | UPCR_BLOCK_KNOWN))
    ;
  return atomic_load_explicit(&block->life, memory_order_acquire);
}

/* Release: a thread that reads FREED with acquire reads `freed` as well. A second thread that frees
 * the block at the same time may write `freed` too. */
bool upcr_block_mark_freed(struct upcr_block *block, const struct upcr_block_event *by,
                           bool *known) {
  uint64_t life = atomic_load_explicit(&block->life, memory_order_acquire);
  if (upcr_block_state(life) != UPCR_BLOCK_LIVE)
    return false;
  block->freed = *by;
  while (upcr_block_state(life) == UPCR_BLOCK_LIVE)
    if (atomic_compare_exchange_weak(&block->life, &life,
                                     life - UPCR_BLOCK_LIVE + UPCR_BLOCK_FREED)) {
      *known = (life & UPCR_BLOCK_KNOWN) != 0;
      return true;
    }
  return false;
}
