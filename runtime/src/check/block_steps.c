/* SPDX-License-Identifier: Apache-2.0 */
/* Steps on block records that another node keeps (block_records.h): requests, and their handler. */
#define _GNU_SOURCE
#include "block_records.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "../base/log.h"
#include "../mem/segment.h"
#include "../net/net.h"
#include "source_places.h"

enum {
  COUNTS = 4096, /* of freed blocks */
  KEPT = 32      /* blocks of other nodes that a thread remembers */
};

/* Steps of a request: in bits 7..0 of arg[0], the heap above; arg[1]: an offset, or the place of a
 * look.
 *
 *   ADD           payload: struct event and the text of a file
 *   QUARANTINE
 *   RELEASE       replies an offset
 *   LOOK          in the heap where arg[1] is; replies struct answer and texts
 *   LOOK_IN_HEAP  the same in the given heap
 *   FREE          payload: struct event and a text; replies enum freed
 *   FORGET        on every node: the block's count rises */
enum step { ADD, QUARANTINE, RELEASE, LOOK, LOOK_IN_HEAP, FREE, FORGET };

enum freed { FREED_BEFORE, FREED, FREED_KNOWN };

struct event {
  uint64_t nblocks, nbytes;
  int32_t line, thread;
};

struct answer {
  int32_t heap;
  int32_t allocated_line, allocated_thread, freed_line, freed_thread;
  uint64_t start; /* 0: there is no block */
  uint64_t nblocks, nbytes, life;
};
enum { ANSWER_BYTES = sizeof(struct answer) + 2 * UPCR_TEXT_SENT };

/* Shared memory of the node; 0 in a job of one node. `all` rises before a count does. */
static struct { uint64_t all, of[COUNTS]; } * counts;

int upcr_block_steps_create(char *err, size_t errlen) {
  size_t bytes = sizeof *counts;
  void *memory = mmap(0, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) {
    snprintf(err, errlen,
             "%zu KB of memory for the run-time checks of shared heaps: %s; compile with upcc "
             "-fno-upc-check",
             bytes >> 10, strerror(errno));
    return -1;
  }
  counts = memory;
  return 0;
}

static uint64_t *count_of(int heap, uint64_t start) {
  uint64_t mixed = ((uint64_t)heap << 40 ^ start) * 0x9e3779b97f4a7c15u;
  return &counts->of[mixed >> 32 & (COUNTS - 1)];
}

static void raise_count(int heap, uint64_t start) {
  __atomic_fetch_add(&counts->all, 1, __ATOMIC_SEQ_CST);
  __atomic_fetch_add(count_of(heap, start), 1, __ATOMIC_SEQ_CST);
}

/* ---- where the records are ---- */

/* p is of a thread of the node. */
static int heap_of(upcr_pts_t p) {
  unsigned long offset = upcr_pts_offset(p);
  int thread = (int)upcr_thread(p);
  uint64_t limit = __atomic_load_n(&upcr_segment_header(thread)->limit, __ATOMIC_RELAXED);
  if (offset < upcr_job->heap_base || offset >= upcr_job->heap_end)
    return -1;
  if (offset < upcr_limit_symmetric(limit))
    return upcr_job->config.threads;
  return offset >= upcr_limit_own(limit) ? thread : -1;
}

static struct upcr_block_seen look_here(int heap, uint64_t offset) {
  struct upcr_block_seen seen = {.heap = heap};
  struct upcr_block *block = upcr_block_at_or_below(heap, offset, &seen.start);
  if (!block)
    return seen;
  seen.block = block;
  seen.life = seen.watched = atomic_load_explicit(&block->life, memory_order_acquire);
  seen.watch = (const uint64_t *)&block->life;
  return seen;
}

static size_t describe(int heap, uint64_t offset, char *out) {
  struct answer answer = {.heap = heap};
  struct upcr_block *block =
      heap >= 0 && upcr_blocks_here(heap) ? upcr_block_at_or_below(heap, offset, &answer.start) : 0;
  char *at = out + sizeof answer, *end = out + ANSWER_BYTES;
  if (block) {
    answer.life = upcr_block_mark_known(block);
    answer.nblocks = block->nblocks;
    answer.nbytes = block->nbytes;
    answer.allocated_line = block->allocated.line;
    answer.allocated_thread = block->allocated.thread;
    upcr_text_put(&at, end, block->allocated.file);
    bool freed = upcr_block_state(answer.life) == UPCR_BLOCK_FREED;
    answer.freed_line = block->freed.line;
    answer.freed_thread = block->freed.thread;
    upcr_text_put(&at, end, freed ? block->freed.file : 0);
  }
  memcpy(out, &answer, sizeof answer);
  return (size_t)(at - out);
}

static struct upcr_block_event event_from(const struct upcr_am *message, struct event *event) {
  const char *at = (const char *)message->payload + sizeof *event;
  memcpy(event, message->payload, sizeof *event);
  return (struct upcr_block_event){
      upcr_text_take(&at, (const char *)message->payload + message->length), event->line,
      event->thread};
}

static uint64_t free_here(int heap, uint64_t start, const struct upcr_block_event *by) {
  uint64_t found;
  bool known = false;
  struct upcr_block *block = upcr_block_at_or_below(heap, start, &found);
  if (!block || found != start || !upcr_block_mark_freed(block, by, &known))
    return FREED_BEFORE;
  return known ? FREED_KNOWN : FREED;
}

static size_t reply_word(struct upcr_am *message, uint64_t word) {
  memcpy(message->payload, &word, sizeof word);
  return sizeof word;
}

static void handle(struct upcr_am *message) {
  int heap = (int)(message->arg[0] >> 8);
  uint64_t offset = message->arg[1];
  struct upcr_block_event by;
  struct event event;
  size_t length = 0;
  switch ((enum step)(message->arg[0] & 0xff)) {
  case ADD:
    by = event_from(message, &event);
    upcr_block_add_here(heap, offset, event.nblocks, event.nbytes, &by);
    break;
  case QUARANTINE:
    upcr_block_quarantine_here(heap, offset);
    break;
  case RELEASE:
    length = reply_word(message, upcr_block_release_here(heap, offset != 0));
    break;
  case LOOK:
    length = describe(heap_of(offset), upcr_pts_offset(offset), message->payload);
    break;
  case LOOK_IN_HEAP:
    length = describe(heap, offset, message->payload);
    break;
  case FREE:
    by = event_from(message, &event);
    length = reply_word(message, free_here(heap, offset, &by));
    break;
  case FORGET:
    raise_count(heap, offset);
    break;
  }
  message->length = length;
}

void upcr_block_steps_start(void) { upcr_am_table[UPCR_AM_BLOCK] = handle; }

/* ---- requests ---- */

static int keeper_of(int heap) { return heap < upcr_job->config.threads ? heap : 0; }

/* Sends payload[length]; the reply, at most room bytes, replaces it. */
static void request(int thread, enum step step, int heap, uint64_t operand, void *payload,
                    size_t length, size_t room) {
  struct upcr_am message = {.handler = UPCR_AM_BLOCK,
                            .arg = {(uint64_t)step | (uint64_t)heap << 8, operand},
                            .length = length,
                            .room = room,
                            .payload = payload};
  upcr_net->am_request(thread, &message);
}

static size_t put_event(char *out, uint64_t nblocks, uint64_t nbytes) {
  struct upcr_block_event here = upcr_block_event_here();
  struct event event = {nblocks, nbytes, here.line, here.thread};
  char *at = out + sizeof event;
  memcpy(out, &event, sizeof event);
  upcr_text_put(&at, at + UPCR_TEXT_SENT, here.file);
  return (size_t)(at - out);
}

enum { EVENT_BYTES = sizeof(struct event) + UPCR_TEXT_SENT };

void upcr_block_add(int heap, uint64_t offset, uint64_t nblocks, uint64_t nbytes) {
  if (upcr_blocks_here(heap)) {
    struct upcr_block_event here = upcr_block_event_here();
    upcr_block_add_here(heap, offset, nblocks, nbytes, &here);
    return;
  }
  _Alignas(16) char payload[EVENT_BYTES];
  request(keeper_of(heap), ADD, heap, offset, payload, put_event(payload, nblocks, nbytes), 0);
}

void upcr_block_quarantine(int heap, uint64_t offset) {
  if (upcr_blocks_here(heap))
    upcr_block_quarantine_here(heap, offset);
  else
    request(keeper_of(heap), QUARANTINE, heap, offset, 0, 0, 0);
}

uint64_t upcr_block_release(int heap, bool all) {
  uint64_t offset = 0;
  if (upcr_blocks_here(heap))
    return upcr_block_release_here(heap, all);
  request(keeper_of(heap), RELEASE, heap, all, &offset, 0, sizeof offset);
  return offset;
}

/* ---- what the thread knows of other nodes' blocks ---- */

struct kept {
  int heap;
  uint64_t start, bytes; /* in each segment */
  struct upcr_block block;
  const uint64_t *watch;
  uint64_t watched;
};

static __thread struct kept kept[KEPT];
static __thread unsigned next_kept;

static uint64_t bytes_in_segment(int heap, const struct upcr_block *block) {
  uint64_t threads = (uint64_t)upcr_job->config.threads;
  return heap < (int)threads ? block->nbytes
                             : (block->nblocks + threads - 1) / threads * block->nbytes;
}

static struct upcr_block_seen seen_of(const struct kept *k) {
  return (struct upcr_block_seen){.heap = k->heap,
                                  .block = &k->block,
                                  .start = k->start,
                                  .life =
                                      atomic_load_explicit(&k->block.life, memory_order_relaxed),
                                  .watch = k->watch,
                                  .watched = k->watched};
}

/* A kept block that is live as far as is known. Relaxed: the program's own synchronisation orders a
 * free before or after the access. */
static const struct kept *find_kept(upcr_pts_t p) {
  int thread = (int)upcr_thread(p);
  uint64_t offset = upcr_pts_offset(p);
  for (const struct kept *k = kept; k < kept + KEPT; k++)
    if (offset - k->start < k->bytes &&
        (k->heap == thread || k->heap == upcr_job->config.threads) &&
        __atomic_load_n(k->watch, __ATOMIC_RELAXED) == k->watched)
      return k;
  return 0;
}

/* Keeps a node's answer. `all` was read before the request. If it is the same after the block's
 * count was read, no free has raised that count meanwhile, and the answer is valid; else the thread
 * will ask again. */
static struct upcr_block_seen keep(const char *reply, uint64_t all) {
  struct answer answer;
  const char *at = reply + sizeof answer, *end = reply + ANSWER_BYTES;
  memcpy(&answer, reply, sizeof answer);
  if (answer.start == 0)
    return (struct upcr_block_seen){.heap = answer.heap};
  const uint64_t *watch = count_of(answer.heap, answer.start);
  struct kept *k = &kept[next_kept++ % KEPT];
  *k = (struct kept){.heap = answer.heap, .start = answer.start, .watch = watch};
  k->watched = __atomic_load_n(watch, __ATOMIC_SEQ_CST);
  if (__atomic_load_n(&counts->all, __ATOMIC_SEQ_CST) != all)
    k->watched--;
  k->block.nblocks = answer.nblocks;
  k->block.nbytes = answer.nbytes;
  k->block.allocated = (struct upcr_block_event){upcr_text_take(&at, end), answer.allocated_line,
                                                 answer.allocated_thread};
  k->block.freed =
      (struct upcr_block_event){upcr_text_take(&at, end), answer.freed_line, answer.freed_thread};
  atomic_init(&k->block.life, answer.life);
  k->bytes = upcr_block_state(answer.life) == UPCR_BLOCK_LIVE
                 ? bytes_in_segment(answer.heap, &k->block)
                 : 0;
  return seen_of(k);
}

static struct upcr_block_seen query(int thread, enum step step, int heap, uint64_t operand) {
  _Alignas(16) char reply[ANSWER_BYTES] = {0};
  uint64_t all = __atomic_load_n(&counts->all, __ATOMIC_SEQ_CST);
  request(thread, step, heap, operand, reply, 0, sizeof reply);
  return keep(reply, all);
}

static struct upcr_block_seen look_in_symmetric(upcr_pts_t p) {
  int heap = upcr_job->config.threads;
  uint64_t offset = upcr_pts_offset(p);
  return upcr_blocks_here(heap) ? look_here(heap, offset) : query(0, LOOK_IN_HEAP, heap, offset);
}

/* True if p is in a live block that every segment has. Then no segment has another object there. */
static bool is_in(const struct upcr_block_seen *seen, upcr_pts_t p) {
  return seen->block && upcr_block_state(seen->life) == UPCR_BLOCK_LIVE &&
         upcr_pts_offset(p) - seen->start < bytes_in_segment(seen->heap, seen->block);
}

/* Guesses by the own segment whether p is in the symmetric heap, which ends at the same offset in
 * all segments except while the end moves. */
static bool seems_symmetric(upcr_pts_t p) {
  const uint64_t *limit = &upcr_segment_header(upcr_self.mythread)->limit;
  return upcr_pts_offset(p) < upcr_limit_symmetric(__atomic_load_n(limit, __ATOMIC_RELAXED));
}

static struct upcr_block_seen look_elsewhere(upcr_pts_t p) {
  if (seems_symmetric(p)) {
    struct upcr_block_seen seen = look_in_symmetric(p);
    if (is_in(&seen, p))
      return seen;
  }
  struct upcr_block_seen seen = query((int)upcr_thread(p), LOOK, 0, p);
  return seen.heap == upcr_job->config.threads ? look_in_symmetric(p) : seen;
}

static struct upcr_block_seen look_from_here(upcr_pts_t p, int heap) {
  const struct upcr_block_seen none = {.heap = -1};
  if (heap < 0)
    return none;
  return heap == upcr_job->config.threads ? look_in_symmetric(p)
                                          : look_here(heap, upcr_pts_offset(p));
}

struct upcr_block_seen upcr_block_look(upcr_pts_t p, bool fresh) {
  const struct kept *known = counts && !fresh ? find_kept(p) : 0;
  uint64_t offset = upcr_pts_offset(p);
  if (known)
    return seen_of(known);
  if (offset < upcr_job->heap_base || offset >= upcr_job->heap_end)
    return (struct upcr_block_seen){.heap = -1};
  return upcr_in_node((int)upcr_thread(p)) ? look_from_here(p, heap_of(p)) : look_elsewhere(p);
}

/* On all nodes except that of the records, whose threads read the block itself. */
static void make_forget(int heap, uint64_t start) {
  const struct upcr_job_config *config = &upcr_job->config;
  for (int node = 0; node < config->nodes; node++) {
    int leader = config->node_first[node], keeper = keeper_of(heap);
    if (keeper >= leader && keeper < config->node_first[node + 1])
      continue;
    if (node == config->node)
      raise_count(heap, start);
    else
      request(leader, FORGET, heap, start, 0, 0, 0);
  }
}

bool upcr_block_free(const struct upcr_block_seen *seen) {
  uint64_t freed = FREED_BEFORE;
  if (upcr_blocks_here(seen->heap)) {
    struct upcr_block_event here = upcr_block_event_here();
    freed = free_here(seen->heap, seen->start, &here);
  } else {
    _Alignas(16) char payload[EVENT_BYTES];
    request(keeper_of(seen->heap), FREE, seen->heap, seen->start, payload, put_event(payload, 0, 0),
            sizeof freed);
    memcpy(&freed, payload, sizeof freed);
  }
  if (freed == FREED_KNOWN)
    make_forget(seen->heap, seen->start);
  return freed != FREED_BEFORE;
}
