/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "job.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "../base/log.h"
#include "backing.h"
#include "collective_area.h"
#include "control.h"
#include "null_page.h"
#include "segment.h"
#include "statics.h"

struct upcr_job *upcr_job;

#define SEGMENT_ALIGN ((size_t)2 << 20) /* a huge page */
#define ADDRESS_MAX ((size_t)1 << 46)   /* half of what a 47-bit address space has */
#define SEGMENT_MAX ((size_t)1 << UPCR_PTS_OFFSET_BITS)
#define DEFAULT_HEAP_MIN ((size_t)1 << 20)
#define SMALL_HEAP ((size_t)16 << 20)

/* Offsets of the job's parts in the memory file. */
struct layout {
  size_t threads, processes, table, core, nodes, heap, smp, inbox, cell, medium, far, address,
      headers;
  size_t records; /* the end of the control block, whose parts these are */
  size_t shadow, segments, total;
};

static size_t round_up(size_t n, size_t align) { return (n + align - 1) & ~(align - 1); }

static size_t mib(size_t bytes) { return bytes >> 20; }

#define REMEDY "ask for less with upcrun -shared-heap or UPC_SHARED_HEAP_SIZE"

static size_t address_limit(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
    return ADDRESS_MAX;
  return limit.rlim_cur < ADDRESS_MAX ? (size_t)limit.rlim_cur : ADDRESS_MAX;
}

static size_t node_threads(const struct upcr_job *job) {
  return (size_t)(job->config.end - job->config.first);
}

/* Half of the memory, divided among the threads, and at most half of the allowed address space. The
 * tags of the symmetric heap need one more share of address space, records for checks more than
 * twice as much again. */
static size_t default_heap(size_t threads, size_t memory, bool checks, size_t most) {
  size_t heap = memory / 2 / threads;
  size_t space = address_limit() / 2 / (threads + 1) / (checks ? 4 : 1);
  if (heap > space)
    heap = space;
  if (heap > most)
    heap = most;
  heap &= ~(size_t)(UPCR_PAGE - 1);
  return heap < DEFAULT_HEAP_MIN ? DEFAULT_HEAP_MIN : heap;
}

static size_t heap_page(const struct upcr_job *job) {
  return job->huge.kind == UPCR_HUGE_POOL ? job->huge.bytes : UPCR_PAGE;
}

static size_t segment_align(const struct upcr_job *job) {
  return heap_page(job) > SEGMENT_ALIGN ? heap_page(job) : SEGMENT_ALIGN;
}

/* Uses pages of the pool if it has enough for the requested heap; without a request the whole pool
 * is the heap. Returns the resulting request in bytes; 0: none. */
static size_t size_from_pool(struct upcr_job *job, size_t threads) {
  struct upcr_huge *huge = &job->huge;
  size_t asked = job->config.heap_bytes;
  if (huge->kind != UPCR_HUGE_POOL)
    return asked;
  size_t share = upcr_huge_pool_share(huge, threads),
         need = round_up(asked ? asked : 1, huge->bytes);
  if (share >= need)
    return asked ? need : share;
  upcr_huge_refuse(
      huge,
      "%zu heaps of %zu MB need %zu pages, the pool has %zu for each (sysctl vm.nr_hugepages)",
      threads, mib(need), threads * need / huge->bytes, share / huge->bytes);
  return asked;
}

static size_t ring_of(const struct upcr_job_config *config) {
  if (config->simulated)
    return UPCR_COLL_RING_LEAST;
  return config->nodes > 1 || config->pshm_width > 0 ? upcr_coll_ring_bytes(config->threads) : 0;
}

/* The memory for all segments of this host. */
static struct upcr_memory_limit memory_limit(const struct upcr_job *job) {
  size_t threads = (size_t)job->config.host_threads;
  struct upcr_memory_limit memory = upcr_backing_limit(&job->backing);
  if (job->config.thread_memory && job->config.thread_memory < memory.bytes / threads)
    memory = (struct upcr_memory_limit){job->config.thread_memory * threads,
                                        "the host with the least memory"};
  return memory;
}

/* Decides heap_bytes. `fixed`: bytes of static shared data. */
static int size_heap(struct upcr_job *job, size_t fixed, char *err, size_t errlen) {
  size_t threads = (size_t)job->config.host_threads, asked = size_from_pool(job, threads);
  struct upcr_memory_limit memory = memory_limit(job);
  size_t most = job->config.small_heap ? SMALL_HEAP : SEGMENT_MAX / 2;
  if (asked > memory.bytes / threads && job->config.heap_may_shrink)
    asked = memory.bytes / threads & ~(heap_page(job) - 1);
  size_t heap = asked ? round_up(asked, UPCR_PAGE)
                      : default_heap(threads, memory.bytes, job->config.checks != 0, most);
  if (fixed >= SEGMENT_MAX - SEGMENT_ALIGN)
    return upcr_fail(err, errlen,
                     "static shared data take %zu bytes per thread; a segment has room for %zu: "
                     "use more threads",
                     fixed, SEGMENT_MAX - SEGMENT_ALIGN - 1);
  if (heap > SEGMENT_MAX - SEGMENT_ALIGN - fixed)
    return upcr_fail(err, errlen,
                     "shared heap of %zu MB per thread beside %zu MB of static shared data: a "
                     "segment has at most %zu MB; " REMEDY,
                     mib(heap), mib(fixed), mib(SEGMENT_MAX));
  if (job->config.heap_bytes && heap > memory.bytes / threads)
    return upcr_fail(err, errlen,
                     "shared heap of %zu MB per thread, %zu MB for %zu threads, is more than the "
                     "%zu MB of %s; " REMEDY,
                     mib(heap), mib(heap) * threads, threads, mib(memory.bytes), memory.source);
  job->config.heap_bytes = heap;
  return 0;
}

/* Decides heap_bytes and the segment's stride. */
static int size_segments(struct upcr_job *job, char *err, size_t errlen) {
  size_t fixed = upcr_static_shared_bytes();
  if (size_heap(job, fixed, err, errlen) != 0)
    return -1;
  job->coll_base = round_up(UPCR_STATIC_BASE + fixed, UPCR_PAGE);
  job->coll_ring = ring_of(&job->config);
  job->heap_base = round_up(
      job->coll_base + upcr_coll_area_bytes(job->config.threads, job->coll_ring), heap_page(job));
  job->heap_end = job->heap_base + job->config.heap_bytes;
  job->segment_stride = round_up(job->heap_end, segment_align(job));
  if (job->segment_stride > ADDRESS_MAX / (node_threads(job) + 1))
    return upcr_fail(err, errlen,
                     "%d segments of %zu MB need more than the %zu MB of address space; " REMEDY,
                     job->config.host_threads, mib(job->segment_stride), mib(ADDRESS_MAX));
  return 0;
}

static size_t place(size_t *end, size_t bytes, size_t align) {
  size_t at = round_up(*end, align);
  *end = at + bytes;
  return at;
}

static bool has_several(const struct upcr_job *job) { return job->config.nodes > 1; }

static struct layout lay_out(const struct upcr_job *job) {
  size_t threads = (size_t)job->config.threads, end = sizeof(struct upcr_job);
  struct layout l;
  l.threads =
      place(&end, threads * sizeof(struct upcr_job_thread), has_several(job) ? UPCR_PAGE : 64);
  l.processes = place(&end, threads * sizeof(int), has_several(job) ? UPCR_PAGE : 64);
  l.table = place(&end, threads * sizeof(char *), 64);
  l.core = place(&end, sizeof(struct upcr_core_shared), 128);
  size_t leaves = job->config.runs_on ? threads : 0;
  l.nodes = place(
      &end, (leaves + upcr_barrier_nodes((uint32_t)threads)) * sizeof(struct upcr_barrier_node),
      64);
  l.heap = place(&end, sizeof(struct upcr_heap), 64);
  l.smp = place(&end, sizeof(struct upcr_smp_shared), 64);
  size_t cells = threads * (size_t)job->config.am_depth;
  l.inbox = place(&end, threads * sizeof(struct upcr_smp_inbox), 64);
  l.cell = place(&end, cells * sizeof(struct upcr_smp_cell), 64);
  l.medium = place(&end, cells * UPCR_SMP_MEDIUM, UPCR_PAGE);
  l.far = place(&end, sizeof(struct upcr_far_shared), 64);
  l.address = place(&end, has_several(job) ? threads * UPCR_FAR_ADDRESS : 0, 64);
  l.headers = place(&end, threads * UPCR_PAGE, UPCR_PAGE);
  l.records = end;
  l.shadow = place(&end, job->segment_stride, segment_align(job));
  l.segments = place(&end, node_threads(job) * job->segment_stride, segment_align(job));
  l.total = end;
  return l;
}

/* Reserves addresses, `total` of them from a multiple of `align`. Returns 0 with errno if there are
 * none. */
static char *reserve(size_t total, size_t align) {
  char *range =
      mmap(0, total + align, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (range == MAP_FAILED)
    return 0;
  char *start = (char *)round_up((size_t)range, align);
  size_t lead = (size_t)(start - range);
  if (lead)
    munmap(range, lead);
  if (lead < align)
    munmap(start + round_up(total, UPCR_PAGE), align - lead);
  return start;
}

/* In the segment table 0 means far memory, so no segment may lie where its entry would be 0. */
static int has_null_entry(const struct upcr_job *job, const char *segments) {
  size_t first = (size_t)job->config.first;
  for (size_t t = first > 0 ? first : 1; t < (size_t)job->config.end; t++)
    if ((size_t)segments + (t - first) * job->segment_stride == upcr_pts_make(t, 0))
      return 1;
  return 0;
}

static char *reserve_with_entries(const struct upcr_job *job, const struct layout *layout) {
  char *memory = reserve(layout->total, segment_align(job));
  if (!memory || !has_null_entry(job, memory + layout->segments))
    return memory;
  char *elsewhere = reserve_with_entries(job, layout);
  munmap(memory, layout->total);
  return elsewhere;
}

/* The job's memory, zeroed; 0 after writing the reason. */
static char *make_memory(const struct upcr_job *job, const struct layout *layout, char *err,
                         size_t errlen) {
  size_t total = layout->total;
  char *memory = reserve_with_entries(job, layout);
  if (!memory) {
    upcr_fail(err, errlen,
              "%zu MB of address space for the segments (heap of %zu MB per thread): %s; the limit "
              "is %zu MB%s; " REMEDY,
              mib(total), mib(job->config.heap_bytes), strerror(errno), mib(address_limit()),
              address_limit() < ADDRESS_MAX ? " (ulimit -v)" : "");
    return 0;
  }
  if (upcr_backing_map(&job->backing, memory, total, layout->records, err, errlen) == 0)
    return memory;
  munmap(memory, total);
  return 0;
}

static void use_huge_pages(struct upcr_job *job) {
  size_t threads = node_threads(job);
  char *segments = upcr_segment_base(job->config.first);
  if (job->huge.kind == UPCR_HUGE_POOL)
    upcr_huge_map_pool(&job->huge, segments + job->heap_base, job->segment_stride,
                       job->config.heap_bytes, threads);
  else if (job->huge.kind == UPCR_HUGE_TRANSPARENT && job->backing.kind == UPCR_BACKING_FILE)
    upcr_huge_refuse(&job->huge, "the shared memory is a file");
  else if (job->huge.kind == UPCR_HUGE_TRANSPARENT)
    upcr_huge_advise(&job->huge, segments, threads * job->segment_stride);
}

static void point_into(struct upcr_job *job, char *memory, const struct layout *l) {
  job->thread = (void *)(memory + l->threads);
  job->process_of = (void *)(memory + l->processes);
  job->segment_table = (void *)(memory + l->table);
  job->core = (void *)(memory + l->core);
  job->core->node = (void *)(memory + l->nodes);
  job->symmetric = (void *)(memory + l->heap);
  job->smp = (void *)(memory + l->smp);
  job->smp->inbox = (void *)(memory + l->inbox);
  job->smp->cell = (void *)(memory + l->cell);
  job->smp->medium = memory + l->medium;
  job->smp->depth = (uint32_t)job->config.am_depth;
  job->far = (void *)(memory + l->far);
  job->far->address = memory + l->address;
  job->headers = memory + l->headers;
  job->shadow = memory + l->shadow;
  job->segments = memory + l->segments - (size_t)job->config.first * job->segment_stride;
}

static void number_processes(struct upcr_job *job) {
  const int *first = job->config.first_thread;
  for (int t = 0, process = 0; t < job->config.threads; t++) {
    if (first && t == first[process + 1])
      process++;
    job->process_of[t] = first ? process : t / job->config.pthreads_per_process;
  }
}

/* The leaves of the barrier's tree in an oversubscribed job: one for each processor on which
 * threads begin. A leaf's line stays in that processor's cache, and the thread that completes it
 * knows that no thread of the processor has work until other processors' threads arrive
 * (core/arrival_tree.c). If threads move this is slower, but correct. */

static int processors_of(const struct upcr_job_config *config) {
  int most = 0;
  for (int t = 0; t < config->threads; t++)
    most = config->runs_on[t] > most ? config->runs_on[t] : most;
  return most + 1;
}

/* Numbers the leaves by their first threads; `leaf_of` has 0 for every processor. */
static uint32_t number(struct upcr_job *job, uint32_t *leaf_of) {
  uint32_t leaves = 0;
  for (int t = job->config.first; t < job->config.end; t++) {
    uint32_t *leaf = &leaf_of[job->config.runs_on[t]]; /* and 1 */
    if (*leaf == 0)
      *leaf = ++leaves;
    job->thread[t].leaf = *leaf - 1;
    job->core->node[*leaf - 1].entries++;
  }
  return leaves;
}

/* Assigns the threads to leaves of the barrier's tree, if the job knows where they run. Without
 * memory, or if no two threads share a processor, the tree has no leaves and joins threads with
 * consecutive numbers. */
static void number_leaves(struct upcr_job *job) {
  if (!job->config.runs_on)
    return;
  uint32_t *leaf_of = calloc((size_t)processors_of(&job->config), sizeof *leaf_of);
  if (!leaf_of)
    return;
  uint32_t leaves = number(job, leaf_of);
  job->core->leaves = leaves < (uint32_t)(job->config.end - job->config.first) ? leaves : 0;
  free(leaf_of);
}

static void init_segments(struct upcr_job *job) {
  upcr_heap_init(job->symmetric, job->heap_base);
  for (int t = job->config.first; t < job->config.end; t++) {
    job->segment_table[t] = upcr_segment_entry(t);
    struct upcr_segment_header *header = upcr_segment_header(t);
    header->limit = (uint64_t)(job->heap_base / UPCR_PAGE) << 32 | job->heap_end / UPCR_PAGE;
    upcr_heap_init(&header->heap, job->heap_end);
  }
}

/* Makes the whole pages between `from` and `to` of the control block inaccessible. */
static void close_pages(char *from, char *to) {
  char *start = (char *)round_up((size_t)from, UPCR_PAGE),
       *end = (char *)((size_t)to & ~(size_t)(UPCR_PAGE - 1));
  if (start < end)
    mprotect(start, (size_t)(end - start), PROT_NONE);
}

/* Makes the segments of other nodes inaccessible. */
static void close_other_nodes(const struct upcr_job *job) {
  size_t first = (size_t)job->config.first, end = (size_t)job->config.end,
         threads = (size_t)job->config.threads;
  if (!has_several(job))
    return;
  close_pages((char *)job->thread, (char *)(job->thread + first));
  close_pages((char *)(job->thread + end), (char *)(job->thread + threads));
  close_pages(job->headers, job->headers + first * UPCR_PAGE);
  close_pages(job->headers + end * UPCR_PAGE, job->headers + threads * UPCR_PAGE);
  if (job->config.node != 0)
    close_pages(job->shadow, job->shadow + job->segment_stride);
}

void upcr_job_wake_all(void) {
  for (int t = upcr_job->config.first; t < upcr_job->config.end; t++)
    upcr_ring((struct upcr_bell){&upcr_job->thread[t].bell, &upcr_job->thread[t].asleep});
}

int upcr_job_create(const struct upcr_job_config *config, char *err, size_t errlen) {
  struct upcr_job job = {.config = *config};
  if (job.config.nodes == 0) {
    job.config.nodes = 1;
    job.config.end = job.config.host_threads = job.config.threads;
  }
  if (job.config.am_depth == 0)
    job.config.am_depth = UPCR_SMP_DEPTH;
  upcr_slots_rebase();
  if (upcr_backing_parse(&job.backing, config->memory, err, errlen) != 0 ||
      upcr_huge_parse(&job.huge, config->huge_pages, err, errlen) != 0)
    return -1;
  if (size_segments(&job, err, errlen) != 0)
    return -1;
  struct layout layout = lay_out(&job);
  char *memory = make_memory(&job, &layout, err, errlen);
  if (!memory)
    return -1;
  point_into(&job, memory, &layout);
  upcr_job = memcpy(memory, &job, sizeof job);
  use_huge_pages(upcr_job);
  number_processes(upcr_job);
  number_leaves(upcr_job);
  init_segments(upcr_job);
  close_other_nodes(upcr_job);
  upcr_guard_job();
  return 0;
}
