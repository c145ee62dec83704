/* SPDX-License-Identifier: Apache-2.0 */
/* Bruck's exchange: ceil(log2(THREADS)) steps, each of which moves half of all blocks.
 *
 * Slot i of a thread holds a block whose destination is i threads further. In step k the blocks in
 * slots with bit k go to the thread 2^k further, which reads them packed; they keep their slots. At
 * the end slot i has the block of the thread i before. (Bruck's gather to all: gather_all.c.) */
#include "../register.h"
#include "../copies.h"
#include "../patterns/schedule.h"

struct slots {
  const struct upcr_call *call;
  upcr_pts_t slot, packed; /* THREADS blocks each */
};

static upcr_pts_t block(upcr_pts_t array, const struct upcr_call *call, int i) {
  return array + (size_t)i * call->nbytes;
}

static int next_with_bit(int i, int step) {
  do
    i++;
  while (!(i >> step & 1));
  return i;
}

/* Copies between the slots that move in the step and the packed blocks. */
static void move_marked(const struct slots *s, upcr_pts_t packed, int step, bool packs) {
  int count = 0;
  for (int i = next_with_bit(0, step); i < upcr_self.threads; i = next_with_bit(i, step)) {
    upcr_pts_t slot = block(s->slot, s->call, i), place = block(packed, s->call, count++);
    upcr_move(packs ? place : slot, packs ? slot : place, s->call->nbytes);
  }
}

static void run_step(const struct slots *s, int step) {
  int to = upcr_dissemination_to(upcr_self.mythread, upcr_self.threads, step);
  int from = upcr_dissemination_from(upcr_self.mythread, upcr_self.threads, step);
  upcr_pts_t theirs;
  move_marked(s, s->packed, step, true);
  upcr_send_letter(s->call, to, &s->packed, sizeof s->packed);
  upcr_take_letter(s->call, from, &theirs, sizeof theirs);
  move_marked(s, theirs, step, false);
  upcr_signal(s->call, from);
  upcr_wait_signal(s->call, to);
}

size_t upcr_room_of_bruck(const struct upcr_call *call) {
  return 2 * call->nbytes * (size_t)upcr_self.threads;
}

void upcr_exchange_bruck(const struct upcr_call *call) {
  int me = upcr_self.mythread, threads = upcr_self.threads;
  size_t all = call->nbytes * (size_t)threads;
  struct slots s = {.call = call, .slot = upcr_buffer()};
  s.packed = s.slot + all;
  for (int i = 0; i < threads; i++)
    upcr_move(block(s.slot, call, i),
              upcr_part(call->src, me, (size_t)upcr_after(i) * call->nbytes), call->nbytes);
  for (int step = 0; step < upcr_ceil_log(threads, 2); step++)
    run_step(&s, step);
  for (int i = 0; i < threads; i++)
    upcr_move(upcr_part(call->dst, me, (size_t)upcr_after((threads - i) % threads) * call->nbytes),
              block(s.slot, call, i), call->nbytes);
}
