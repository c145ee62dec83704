/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "collective_calls.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "../base/atomics.h"
#include "../base/system.h"
#include "../mem/job.h"
#include "../net/net.h"
#include "source_places.h"

enum { RECENT = 8 };

/* Only its thread writes it. `turn` is odd while the other fields change: a reader of the same even
 * value before and after has read a consistent place. */
struct place {
  _Atomic uint32_t turn, number;
  _Atomic upcr_pts_t team;
  _Atomic int line;
  _Atomic(const char *) file; /* at the same address in all processes */
  _Atomic bool known;         /* its arguments */
  _Atomic uint64_t value[UPCR_ARGUMENTS];
};

/* places[thread]: of its last calls, in shared memory. 0 in a job without checks. */
static struct place (*places)[RECENT];
static UPCR_PER_THREAD unsigned notes; /* of the thread; modulo RECENT the next place */

int upcr_calls_create(int threads, char *err, size_t errlen) {
  size_t bytes = (size_t)threads * sizeof *places;
  void *memory =
      mmap(0, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) {
    snprintf(err, errlen,
             "%zu KB of memory for the run-time checks of collectives: %s; compile with upcc "
             "-fno-upc-check",
             bytes >> 10, strerror(errno));
    return -1;
  }
  places = memory;
  return 0;
}

UPCR_HOT bool upcr_calls_kept(void) { return places != 0; }

/* The fence pairs with the reader's: a thread that reads the new place then reads the odd turn. */
void upcr_calls_note(upcr_pts_t team, uint32_t number) {
  struct place *place = &places[upcr_self.mythread][notes++ % RECENT];
  uint32_t turn = atomic_load_explicit(&place->turn, memory_order_relaxed);
  atomic_store_explicit(&place->turn, turn + 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&place->team, team, memory_order_relaxed);
  atomic_store_explicit(&place->number, number, memory_order_relaxed);
  atomic_store_explicit(&place->file, upcr_now.file, memory_order_relaxed);
  atomic_store_explicit(&place->line, upcr_now.line, memory_order_relaxed);
  atomic_store_explicit(&place->known, upcr_arguments_now.known, memory_order_relaxed);
  for (int i = 0; i < UPCR_ARGUMENTS; i++)
    atomic_store_explicit(&place->value[i], upcr_arguments_now.value[i], memory_order_relaxed);
  atomic_store_explicit(&place->turn, turn + 2, memory_order_release);
}

/* False: the place is of another call, or was being written. */
static bool read_place(struct place *place, upcr_pts_t team, uint32_t number,
                       struct upcr_noted_call *call) {
  uint32_t turn = atomic_load_explicit(&place->turn, memory_order_acquire);
  if (turn % 2 != 0 || atomic_load_explicit(&place->team, memory_order_relaxed) != team ||
      atomic_load_explicit(&place->number, memory_order_relaxed) != number)
    return false;
  call->site = (struct upcr_site){atomic_load_explicit(&place->file, memory_order_relaxed),
                                  atomic_load_explicit(&place->line, memory_order_relaxed)};
  call->arguments.known = atomic_load_explicit(&place->known, memory_order_relaxed);
  for (int i = 0; i < UPCR_ARGUMENTS; i++)
    call->arguments.value[i] = atomic_load_explicit(&place->value[i], memory_order_relaxed);
  atomic_thread_fence(memory_order_acquire);
  return atomic_load_explicit(&place->turn, memory_order_relaxed) == turn;
}

static struct upcr_noted_call call_here(int thread, upcr_pts_t team, uint32_t number) {
  struct upcr_noted_call call;
  for (int i = 0; i < RECENT; i++)
    if (read_place(&places[thread][i], team, number, &call))
      return call;
  return (struct upcr_noted_call){0};
}

struct sent {
  int line;
  struct upcr_arguments arguments;
  char file[UPCR_TEXT_SENT];
};

/* arg[0]: the thread in bits 63..32, the call's number below; arg[1]: the team. Replies struct
 * sent. */
static void handle(struct upcr_am *message) {
  struct upcr_noted_call call =
      call_here((int)(message->arg[0] >> 32), message->arg[1], (uint32_t)message->arg[0]);
  struct sent *out = message->payload;
  char *at = out->file;
  out->line = call.site.line;
  out->arguments = call.arguments;
  upcr_text_put(&at, at + sizeof out->file, call.site.file);
  message->length = sizeof *out;
}

void upcr_calls_start(void) { upcr_am_table[UPCR_AM_CALL] = handle; }

struct upcr_noted_call upcr_calls_noted(int thread, upcr_pts_t team, uint32_t number) {
  if (!places || upcr_in_node(thread))
    return places ? call_here(thread, team, number) : (struct upcr_noted_call){0};
  struct sent reply = {0};
  const char *at = reply.file;
  struct upcr_am message = {.handler = UPCR_AM_CALL,
                            .arg = {(uint64_t)thread << 32 | number, team},
                            .room = sizeof reply,
                            .payload = &reply};
  upcr_net->am_request(thread, &message);
  const char *file = upcr_text_take(&at, at + sizeof reply.file);
  return (struct upcr_noted_call){{file, reply.line}, reply.arguments};
}

/* Under `mutex`. If memory runs out, further locks are not recorded, and not reported. */
static UPCR_PER_THREAD struct upcr_held *held;
static UPCR_PER_THREAD size_t count, room;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static bool has_room(void) {
  if (count < room)
    return true;
  size_t more = room ? 2 * room : 8;
  struct upcr_held *larger = realloc(held, more * sizeof *held);
  if (!larger)
    return false;
  held = larger;
  room = more;
  return true;
}

void upcr_held_add(upcr_pts_t lock) {
  upcr_own_pthreads_lock(&mutex);
  if (has_room())
    held[count++] = (struct upcr_held){lock, {upcr_now.file, upcr_now.line}};
  upcr_own_pthreads_unlock(&mutex);
}

/* Searches from the end: the lock taken last is usually released first. */
void upcr_held_drop(upcr_pts_t lock) {
  upcr_own_pthreads_lock(&mutex);
  for (size_t i = count; i-- > 0;)
    if (held[i].lock == lock)
      held[i] = held[--count];
  upcr_own_pthreads_unlock(&mutex);
}

const struct upcr_held *upcr_held_all(size_t *n) {
  *n = count;
  return held;
}

void upcr_held_forget(void) {
  free(held);
  held = 0;
  count = room = 0;
}
