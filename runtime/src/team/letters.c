/* SPDX-License-Identifier: Apache-2.0 */
/* Only s writes the line of s in r's area. It counts the offers that s has sent in the slot's
 * operations; r counts in its own memory how many it has taken, and s how many it has sent. The
 * k-th offer sent is the k-th taken, and nothing is reset.
 *
 * A near sender stores the count with release after all it did; the receiver loads it with acquire.
 * A far one announces it (core/announce.h) after its puts, which have returned.
 *
 * The place of an offer is written again upcr_team_places offers later, after the sender has read
 * with acquire that the receiver released the earlier one. The receiver stores that with release
 * after its reads, in its line of the sender's area; for offers that carry their bytes once in half
 * as many offers as there are places, so a sender without a free place always gets one. A longer
 * one is released at once. models/letters.pml checks it. */

#include <string.h>

#include "../base/atomics.h"
#include "../base/log.h"
#include "../check/check.h"
#include "../check/collective_calls.h"
#include "../coll/await.h"
#include "../core/announce.h"
#include "../core/remote.h"
#include "../mem/segment.h"
#include "op.h"

static upcr_pts_t started_pts(const struct upcr_op *op, int rank) {
  return op->team->area[rank] + offsetof(struct upcr_team_area, started) +
         op->number % UPCR_TEAM_RECENT * sizeof(uint64_t);
}

void upcr_op_publish(const struct upcr_op *op) {
  if (upcr_calls_kept()) {
    upcr_arguments_now.known = upcr_check_on();
    upcr_calls_note(op->team->area[0], op->number);
  }
  uint64_t *own = (void *)upcr_segment_address(started_pts(op, op->team->rank));
  __atomic_store_n(own, upcr_numbered(op->number, op->tag), __ATOMIC_RELEASE);
}

static struct upcr_waiter waiting_in(const struct upcr_op *op) {
  return (struct upcr_waiter){op->function, op->number, op->tag, op->team->area[0]};
}

void upcr_op_look_for_members(const struct upcr_op *op) {
  for (int rank = 0; rank < op->team->size; rank++)
    upcr_look_for_start(waiting_in(op), op->team->thread[rank], started_pts(op, rank));
}

static int slot_of(const struct upcr_op *op) { return (int)(op->number % UPCR_TEAM_SLOTS); }

static struct upcr_team_counts *counts(const struct upcr_op *op, int peer) {
  return &op->team->counts[peer * UPCR_TEAM_SLOTS + slot_of(op)];
}

/* Byte `at` of the line in member `to`'s area that the calling one writes. */
static upcr_pts_t outgoing(const struct upcr_op *op, int to, size_t at) {
  return op->team->area[to] + op->team->own_line_at + at;
}

/* Index of the place of an offer in a slot's operations. */
static uint32_t place_of(const struct upcr_op *op, uint32_t slot, uint32_t offer) {
  uint32_t places = op->team->places;
  return slot * places + (offer & (places - 1));
}

static size_t place_at(const struct upcr_op *op, uint32_t offer) {
  return offsetof(struct upcr_team_line, offer) +
         place_of(op, (uint32_t)slot_of(op), offer) * sizeof(struct upcr_team_offer);
}

static struct upcr_team_line *incoming(const struct upcr_op *op, int from) {
  char *area = upcr_segment_address(op->team->area[op->team->rank]);
  return (void *)(area + upcr_team_line_at(op->team->size, from));
}

enum { MOST_OWED = 8 };
static UPCR_PER_THREAD int owed[MOST_OWED], owes;

void upcr_letters_owe(int thread) {
  if (owes == MOST_OWED)
    upcr_letters_wake();
  owed[owes++] = thread;
}

/* The fence pairs with that of the wait (base/wait.c): either a sleeper sees what was published, or
 * this thread sees that it sleeps. */
void upcr_letters_wake(void) {
  if (owes == 0)
    return;
  upcr_full_fence();
  for (int i = 0; i < owes; i++)
    upcr_wake_if_asleep(owed[i]);
  owes = 0;
}

/* Writes n bytes at `data` before. A far receiver is woken by the transport. */
static void raise_count(const struct upcr_op *op, int to, upcr_pts_t word, uint32_t count,
                        upcr_pts_t data, const void *bytes, size_t n) {
  upcr_announce(word, upcr_numbered(count, op->tag), data, bytes, n);
  if (upcr_reach(word))
    upcr_letters_owe(op->team->thread[to]);
}

/* The place of the next operation's first offer from or to that member: a hint for the cache. */
static const struct upcr_team_offer *next_place(const struct upcr_op *op, int peer,
                                                const struct upcr_team_line *line, bool to) {
  uint32_t slot = (op->number + 1) % UPCR_TEAM_SLOTS;
  const struct upcr_team_counts *c = &op->team->counts[(uint32_t)peer * UPCR_TEAM_SLOTS + slot];
  return &line->offer[place_of(op, slot, (to ? c->offers_sent : c->offers_released) + 1)];
}

/* Prefetches the line for writing, since the receiver polls it. */
static void expect_to_write(const struct upcr_op *op, int to) {
  const struct upcr_team_line *line = upcr_reach(outgoing(op, to, 0));
  if (line)
    upcr_prefetch_to_write(next_place(op, to, line, true));
}

bool upcr_letter_offer(const struct upcr_op *op, int to, const void *own, size_t n) {
  uint32_t number = counts(op, to)->offers_sent + 1;
  if (!upcr_letter_was_read(op, to, number - op->team->places))
    return false;
  counts(op, to)->offers_sent = number;
  size_t place = place_at(op, number), carried = n <= UPCR_TEAM_INLINE ? n : sizeof(uint64_t);
  struct upcr_team_offer offer = {.nbytes = n};
  if (n <= UPCR_TEAM_INLINE) {
    memcpy(offer.bytes, n ? own : "", n);
  } else {
    offer.address = upcr_own_pts(own);
    counts(op, to)->long_sent = number;
  }
  raise_count(op, to, outgoing(op, to, place + offsetof(struct upcr_team_offer, count)), number,
              outgoing(op, to, place + offsetof(struct upcr_team_offer, nbytes)), &offer.nbytes,
              sizeof offer.nbytes + carried);
  expect_to_write(op, to);
  return true;
}

/* A word with a greater count has the tag of a later letter. */
static bool reached(const struct upcr_op *op, int from, const uint64_t *word, uint32_t count) {
  uint64_t seen = __atomic_load_n(word, __ATOMIC_ACQUIRE);
  if (!upcr_reached(seen, count))
    return false;
  if (upcr_number_of(seen) == count && upcr_tag_of(seen) != op->tag)
    upcr_refuse_tag(waiting_in(op), op->team->thread[from], upcr_tag_of(seen));
  return true;
}

bool upcr_letter_take_offer(const struct upcr_op *op, int from, size_t n, upcr_pts_t *at) {
  uint32_t number = counts(op, from)->offers_released + 1;
  const struct upcr_team_offer *offer =
      &incoming(op, from)->offer[place_of(op, (uint32_t)slot_of(op), number)];
  if (!reached(op, from, &offer->count, number))
    return false;
  upcr_prefetch(next_place(op, from, incoming(op, from), false));
  if (offer->nbytes != n)
    upcr_fatal("%s: thread %d (rank %d) has %lu bytes for thread %d (rank %d), which expects %zu",
               upcr_collective_name(op->function), op->team->thread[from], from,
               (unsigned long)offer->nbytes, upcr_self.mythread, op->team->rank, n);
  *at = n > UPCR_TEAM_INLINE ? offer->address : upcr_own_pts(offer->bytes);
  return true;
}

/* Published once in half the places, and at once for long offers; so there must be at least two
 * places. Not published for the last two barriers of a team, whose areas others free. */
void upcr_letter_release(const struct upcr_op *op, int from, size_t n) {
  uint32_t released = ++counts(op, from)->offers_released;
  bool publishes = n > UPCR_TEAM_INLINE || (released & (op->team->places / 2 - 1)) == 0;
  if (publishes && op->function != UPCR_TEAM_FREE)
    raise_count(op, from,
                outgoing(op, from,
                         offsetof(struct upcr_team_line, released) +
                             (size_t)slot_of(op) * sizeof(uint64_t)),
                released, 0, 0, 0);
}

uint32_t upcr_letter_last_long(const struct upcr_op *op, int to) {
  return counts(op, to)->long_sent;
}

/* The line that the member writes has the number of the thread's offers that it has released. */
bool upcr_letter_was_read(const struct upcr_op *op, int by, uint32_t offer) {
  struct upcr_team_counts *c = counts(op, by);
  if ((int32_t)(c->places_free - offer) < 0)
    c->places_free =
        upcr_number_of(__atomic_load_n(&incoming(op, by)->released[slot_of(op)], __ATOMIC_ACQUIRE));
  return (int32_t)(c->places_free - offer) >= 0;
}
