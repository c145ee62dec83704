/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "arrivals.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "../base/atomics.h"
#include "../mem/job.h"
#include "../net/net.h"
#include "forall_loops.h"
#include "source_places.h"

UPCR_PER_THREAD struct upcr_arguments upcr_arguments_now;

struct record {
  struct upcr_site site;           /* of the barrier */
  uint64_t token;                  /* brought to it */
  bool inside;                     /* the thread ended in a loop */
  struct upcr_arguments arguments; /* of the collective, if it is one */
  struct upcr_loops loops;
};

/* By thread and slot, in shared memory, at the same address in all processes. 0 in a job without
 * checks. */
static struct record (*records)[2];

/* A record as it travels; the files of its site and of its loops follow as texts. */
struct sent {
  struct record record;
  char texts[(1 + UPCR_LOOPS) * UPCR_TEXT_SENT];
};

static size_t kept(const struct upcr_loops *loops) {
  return loops->count < UPCR_LOOPS ? loops->count : UPCR_LOOPS;
}

/* The last record of the next node's first thread. The supervisor writes it before it releases the
 * node's threads. */
struct end {
  uint32_t phase, is_there;
  struct sent sent;
};
_Static_assert(sizeof(struct end) <= UPCR_ARRIVALS_END_BYTES,
               "it has room in a message of the supervisors");

static struct end *next_end; /* shared memory; 0 in a job without checks or of one node */

int upcr_arrivals_create(int threads, char *err, size_t errlen) {
  size_t bytes = (size_t)threads * sizeof *records + sizeof *next_end;
  void *memory =
      mmap(0, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) {
    snprintf(err, errlen,
             "%zu KB of memory for the run-time checks of barriers: %s; compile with upcc "
             "-fno-upc-check",
             bytes >> 10, strerror(errno));
    return -1;
  }
  records = memory;
  if (upcr_has_nodes())
    next_end = (struct end *)(void *)(records + threads);
  return 0;
}

int upcr_arrivals_next(int thread) { return (thread + 1) % upcr_job->config.threads; }

UPCR_HOT bool upcr_arrivals_kept(void) { return records != 0; }

static struct record *record_of(int thread, uint32_t phase) { return &records[thread][phase % 2]; }

UPCR_HOT void upcr_arrivals_note(uint32_t phase, uint64_t token) {
  if (!records)
    return;
  struct record *record = record_of(upcr_self.mythread, phase);
  struct upcr_loops *own = upcr_loops_own();
  record->site = (struct upcr_site){upcr_now.file, upcr_now.line};
  record->token = token;
  record->arguments = upcr_arguments_now;
  record->inside = upcr_now.forall_depth > 0;
  memcpy(&record->loops, own, upcr_loops_bytes(own));
  own->count = 0;
  own->some_left = false;
  own->digest = 0;
}

/* ---- records of other nodes ---- */

static size_t describe(int thread, uint32_t phase, struct sent *out) {
  const struct record *record = record_of(thread, phase);
  char *at = out->texts, *end = at + sizeof out->texts;
  out->record = *record;
  upcr_text_put(&at, end, record->site.file);
  for (size_t i = 0; i < kept(&record->loops); i++)
    upcr_text_put(&at, end, record->loops.loop[i].site.file);
  return (size_t)(at - (char *)out);
}

/* arg[0]: the thread, arg[1]: the phase; replies struct sent. */
static void handle(struct upcr_am *message) {
  message->length = describe((int)message->arg[0], (uint32_t)message->arg[1], message->payload);
}

void upcr_arrivals_start(void) { upcr_am_table[UPCR_AM_ARRIVAL] = handle; }

static void unpack(const struct sent *sent, struct record *copy) {
  const char *at = sent->texts, *end = at + sizeof sent->texts;
  *copy = sent->record;
  copy->site.file = upcr_text_take(&at, end);
  for (size_t i = 0; i < kept(&copy->loops); i++)
    copy->loops.loop[i].site.file = upcr_text_take(&at, end);
}

static void request_record(int thread, uint32_t phase, struct record *copy) {
  struct sent reply = {0};
  struct upcr_am message = {.handler = UPCR_AM_ARRIVAL,
                            .arg = {(uint64_t)thread, phase},
                            .room = sizeof reply,
                            .payload = &reply};
  upcr_net->am_request(thread, &message);
  unpack(&reply, copy);
}

/* The thread's record, or a copy of it. */
static const struct record *arrival_of(int thread, uint32_t phase, struct record *copy) {
  if (upcr_in_node(thread))
    return record_of(thread, phase);
  request_record(thread, phase, copy);
  return copy;
}

/* ---- comparison ---- */

static uint64_t digest_of(const struct record *record) {
  if (record->inside || record->loops.some_left)
    return 0;
  uint64_t kind = record->token == 0 ? 1 : 2;
  return upcr_mix(upcr_mix(kind, record->loops.count), record->loops.digest) | 1;
}

/* Neighbours within the node compare with each other, so the first and the last thread represent
 * all. */
uint64_t upcr_arrivals_summary(uint32_t phase) {
  if (!records)
    return 0;
  uint64_t first = digest_of(record_of(upcr_job->config.first, phase));
  return first == digest_of(record_of(upcr_job->config.end - 1, phase)) ? first : 0;
}

static void compare(int a, const struct record *x, int b, const struct record *y) {
  if (!x->inside && !y->inside)
    upcr_loops_compare(a, &x->loops, b, &y->loops);
}

void upcr_arrivals_compare(uint32_t phase) {
  if (!records)
    return;
  struct record copy;
  int a = upcr_self.mythread, b = upcr_arrivals_next(a);
  compare(a, record_of(a, phase), b, arrival_of(b, phase, &copy));
}

static uint32_t finish_phase(int thread) {
  return atomic_load_explicit(&upcr_job->thread[thread].finish_phase, memory_order_relaxed);
}

static void compare_end_with_node(int next, uint32_t phase) {
  struct record copy;
  if (!next_end || !next_end->is_there || next_end->phase != phase)
    return;
  unpack(&next_end->sent, &copy);
  compare(upcr_self.mythread, record_of(upcr_self.mythread, phase), next, &copy);
}

void upcr_arrivals_compare_ends(uint32_t phase) {
  int next = upcr_arrivals_next(upcr_self.mythread);
  if (!upcr_in_node(next))
    compare_end_with_node(next, phase);
  else if (finish_phase(next) == phase)
    upcr_arrivals_compare(phase);
}

size_t upcr_arrivals_put_end(void *out) {
  struct end end = {.is_there = 1};
  int first = upcr_job->config.first;
  if (!next_end)
    return 0;
  end.phase = finish_phase(first);
  size_t n = offsetof(struct end, sent) + describe(first, end.phase, &end.sent);
  memcpy(out, &end, n);
  return n;
}

void upcr_arrivals_take_end(const void *bytes, size_t n) {
  if (next_end && n > 0 && n <= sizeof *next_end)
    memcpy(next_end, bytes, n);
}

uint64_t upcr_arrivals_token(int thread, uint32_t phase) {
  struct record copy;
  return records ? arrival_of(thread, phase, &copy)->token : 0;
}

struct upcr_site upcr_arrivals_site(int thread, uint32_t phase) {
  struct record copy;
  return records ? arrival_of(thread, phase, &copy)->site : (struct upcr_site){0, 0};
}

struct upcr_arguments upcr_arrivals_arguments(int thread, uint32_t phase) {
  struct record copy;
  return records ? arrival_of(thread, phase, &copy)->arguments : (struct upcr_arguments){0};
}
