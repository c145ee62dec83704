/* The line of s in r's area is written by s alone. `signals` and `offers` count what s sent in the slot's operations; how many r has
 * taken, and s has sent, each counts in memory of its own. Both run the operations of a slot one after the other, in the same
 * order, and an operation has the same letters between them, so the k-th that is sent is the k-th that is taken; one that
 * comes early waits in the count, and nothing is reset.
 *
 * A near sender stores the count with release after all it did; the receiver loads it with acquire. A far one changes it by an
 * atomic of the transport after its puts, which have returned, so they are done at the target. The words of an offer are written again
 * only after the receiver's signal that it needs the one before no more (op.h), sent with release after it had read them.
 * models/letters.pml checks it. */
#include "letters.h"

#include "../base/log.h"
#include "../coll/await.h"
#include "../core/remote.h"
#include "../mem/segment.h"
#include "doubt.h"

static int slot_of(const struct upcr_op *op) { return (int)(op->number % UPCR_TEAM_SLOTS); }

static struct upcr_team_counts *counts(const struct upcr_op *op, int peer) {
  return &op->team->counts[peer * UPCR_TEAM_SLOTS + slot_of(op)];
}

/* The word or words at `field` of the slot in member `to`'s area that the calling one writes. */
static upcr_pts_t outgoing(const struct upcr_op *op, int to, size_t field) {
  size_t line = offsetof(struct upcr_team_area, from) + (size_t)op->team->rank * sizeof(struct upcr_team_line);
  return op->team->area[to] + line + (size_t)slot_of(op) * sizeof(struct upcr_team_slot) + field;
}

static const struct upcr_team_slot *incoming(const struct upcr_op *op, int from) {
  const struct upcr_team_area *area = (void *)upcr_segment_address(op->team->area[op->team->rank]);
  return &area->from[from].slot[slot_of(op)];
}

/* A far receiver's word is changed by its process's helper or by another of its threads, which does not wake it. */
static void raise_count(const struct upcr_op *op, int to, size_t field, uint32_t count) {
  upcr_pts_t word = outgoing(op, to, field);
  upcr_word_store(word, upcr_numbered(count, op->tag));
  if (upcr_reach(word))
    upcr_wake_one(op->team->thread[to]);
  else
    upcr_net->wake(op->team->thread[to]);
}

void upcr_letter_signal(const struct upcr_op *op, int to) {
  raise_count(op, to, offsetof(struct upcr_team_slot, signals), ++counts(op, to)->signals_sent);
}

void upcr_letter_offer(const struct upcr_op *op, int to, const void *own, size_t n) {
  upcr_pts_t there = upcr_pts_make((unsigned long)upcr_self.mythread,
                                   (unsigned long)((const char *)own - upcr_segment_base(upcr_self.mythread)));
  uint64_t words[2] = {there, n};
  upcr_putb(outgoing(op, to, offsetof(struct upcr_team_slot, address)), words, sizeof words);
  raise_count(op, to, offsetof(struct upcr_team_slot, offers), ++counts(op, to)->offers_sent);
}

/* Counts that are ahead have a later letter's tag. */
static bool reached(const struct upcr_op *op, int from, const uint64_t *word, uint32_t count) {
  uint64_t seen = __atomic_load_n(word, __ATOMIC_ACQUIRE);
  if (!upcr_reached(seen, count))
    return false;
  if (upcr_number_of(seen) == count && upcr_tag_of(seen) != op->tag)
    upcr_doubt_tags(op, from, upcr_tag_of(seen));
  return true;
}

bool upcr_letter_take_signal(const struct upcr_op *op, int from) {
  struct upcr_team_counts *taken = counts(op, from);
  if (!reached(op, from, &incoming(op, from)->signals, taken->signals_taken + 1))
    return false;
  taken->signals_taken++;
  return true;
}

bool upcr_letter_take_offer(const struct upcr_op *op, int from, size_t n, upcr_pts_t *there) {
  struct upcr_team_counts *taken = counts(op, from);
  const struct upcr_team_slot *slot = incoming(op, from);
  if (!reached(op, from, &slot->offers, taken->offers_taken + 1))
    return false;
  taken->offers_taken++;
  if (slot->nbytes != n)
    upcr_fatal("%s: thread %d (rank %d) has %lu bytes for thread %d (rank %d), which expects %zu",
               upcr_team_function_name(op->function), op->team->thread[from], from, (unsigned long)slot->nbytes,
               upcr_self.mythread, op->team->rank, n);
  *there = slot->address;
  return true;
}
