/* SPDX-License-Identifier: Apache-2.0 */
/* The table of reservations is the same in all threads, which make the same calls in the same
 * order. An entry is made if all threads have said that they have the room and will keep it. If one
 * has freed its buffer, the same message says so, and all threads clear the table. Otherwise a
 * thread's room only grows. */
#include "register.h"

#include "../base/log.h"
#include "../core/alloc.h"
#include "copies.h"
#include "patterns/schedule.h"

enum answer { NO_ROOM, FOR_THIS_CALL, KEPT };

/* All threads have room for calls of up to this many bytes with the algorithm and root. room 0: no
 * entry. */
struct reservation {
  upcr_room_function *room;
  enum upcr_tree_shape shape;
  int parameter, root;
  size_t nbytes;
};

enum { RESERVATIONS = 32 };

struct upcr_room {
  upcr_pts_t buffer;
  size_t bytes;
  bool warned_full;
  struct reservation reservation[RESERVATIONS];
};

static struct upcr_room *own(void) {
  return UPCR_KEPT(room, sizeof(struct upcr_room), "the buffer");
}

static struct reservation *entry_of(const struct upcr_call *call) {
  return &own()->reservation[((unsigned)call->root + (unsigned)call->which * 5) % RESERVATIONS];
}

static bool is_for(const struct reservation *r, const struct upcr_call *call) {
  const struct upcr_algorithm *algorithm = call->algorithm;
  return r->room == algorithm->room && r->shape == algorithm->shape &&
         r->parameter == algorithm->parameter && r->root == call->root;
}

static void forget(void) {
  for (int i = 0; i < RESERVATIONS; i++)
    own()->reservation[i].room = 0;
}

static void give_back(void) {
  if (own()->buffer)
    upcr_free_shared(own()->buffer, "a collective");
  own()->buffer = 0;
  own()->bytes = 0;
}

static bool make_room(size_t n) {
  if (n <= own()->bytes)
    return true;
  upcr_pts_t larger = upcr_alloc_own(n, UPCR_HEAP_LINE);
  if (!larger)
    return false;
  give_back();
  own()->buffer = larger;
  own()->bytes = n;
  return true;
}

static bool is_given_back(const struct upcr_algorithm *algorithm) {
  return (algorithm->needs & UPCR_BUFFER_OF_CALL) || own()->bytes > UPCR_BUFFER_KEPT;
}

static enum answer try_to(const struct upcr_algorithm *algorithm, size_t n) {
  if (!make_room(n))
    return NO_ROOM;
  return is_given_back(algorithm) ? FOR_THIS_CALL : KEPT;
}

static void warn_full(const struct upcr_call *call, size_t n) {
  if (!own()->warned_full)
    upcr_warn("%s: no room for the buffer of %zu bytes that '%s' needs in the shared heap of "
              "thread %d; another algorithm serves such calls; make the heap larger with "
              "upcrun -shared-heap",
              upcr_collective_name(call->function), n, call->algorithm->name, upcr_self.mythread);
  own()->warned_full = true;
}

/* The least of all threads' values, which are 0 to 255, by dissemination: after step i a thread has
 * the least of 2^(i+1) threads. */
static int least_of_all(const struct upcr_call *call, int value) {
  int threads = upcr_self.threads, me = upcr_self.mythread, steps = upcr_ceil_log(threads, 2);
  unsigned char least = (unsigned char)value, other;
  for (int step = 0; step < steps; step++) {
    upcr_send_letter(call, upcr_dissemination_to(me, threads, step), &least, 1);
    upcr_take_letter(call, upcr_dissemination_from(me, threads, step), &other, 1);
    least = other < least ? other : least;
  }
  return least;
}

bool upcr_buffer_reserve(const struct upcr_call *call) {
  const struct upcr_algorithm *algorithm = call->algorithm;
  struct reservation *r = entry_of(call);
  if (is_for(r, call) && call->nbytes <= r->nbytes)
    return true;
  size_t n = algorithm->room(call);
  enum answer here = try_to(algorithm, n), least = (enum answer)least_of_all(call, here);
  if (here == NO_ROOM)
    warn_full(call, n);
  if (least == NO_ROOM)
    upcr_buffer_done(algorithm);
  if (least == KEPT)
    *r = (struct reservation){algorithm->room, algorithm->shape, algorithm->parameter, call->root,
                              call->nbytes};
  else
    forget();
  return least != NO_ROOM;
}

upcr_pts_t upcr_buffer(void) { return own()->buffer; }

void upcr_buffer_done(const struct upcr_algorithm *algorithm) {
  if (is_given_back(algorithm))
    give_back();
}
