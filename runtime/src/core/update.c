/* SPDX-License-Identifier: Apache-2.0 */
/* `a[i] op= x` on a relaxed object, if the value is not used: the owner reads, changes and writes
 * the element (the XL UPC paper of docs/papers.md, section 3.4). Both accesses happen at one time
 * between two synchronisations of the program, as the memory model permits, and in the order of the
 * thread's other accesses to these bytes (net/net.h). They are atomic with respect to other
 * updates. */
#include "remote.h"

#include <string.h>

#include "../mem/segment.h"
#include "../net/net.h"
#include "far_cache.h"
#include "transfer.h"

enum operation { ADD, AND, OR, XOR };
enum type { U32, U64, F32, F64 };

#define INTEGER(name, word)                                                                        \
  static void name(word *at, enum operation operation, word value) {                               \
    switch (operation) {                                                                           \
    case ADD:                                                                                      \
      __atomic_fetch_add(at, value, __ATOMIC_RELAXED);                                             \
      break;                                                                                       \
    case AND:                                                                                      \
      __atomic_fetch_and(at, value, __ATOMIC_RELAXED);                                             \
      break;                                                                                       \
    case OR:                                                                                       \
      __atomic_fetch_or(at, value, __ATOMIC_RELAXED);                                              \
      break;                                                                                       \
    case XOR:                                                                                      \
      __atomic_fetch_xor(at, value, __ATOMIC_RELAXED);                                             \
      break;                                                                                       \
    }                                                                                              \
  }
INTEGER(change_u32, uint32_t)
INTEGER(change_u64, uint64_t)
#undef INTEGER

#define FLOATING(name, T, word)                                                                    \
  static void name(word *at, T value) {                                                            \
    word old = __atomic_load_n(at, __ATOMIC_RELAXED), new;                                         \
    T sum;                                                                                         \
    do {                                                                                           \
      memcpy(&sum, &old, sizeof sum);                                                              \
      sum += value;                                                                                \
      memcpy(&new, &sum, sizeof sum);                                                              \
    } while (!__atomic_compare_exchange_n(at, &old, new, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED));  \
  }
FLOATING(add_f32, float, uint32_t)
FLOATING(add_f64, double, uint64_t)
#undef FLOATING

/* arg[0]: address; arg[1]: operation in bits 15..8, type in 7..0; payload: the value in the low
 * bytes. */
static void handle(struct upcr_am *message) {
  void *at = upcr_segment_address(message->arg[0]);
  enum operation operation = (enum operation)(message->arg[1] >> 8);
  float f;
  double d;
  switch ((enum type)(message->arg[1] & 0xff)) {
  case U32:
    change_u32(at, operation, *(uint32_t *)message->payload);
    break;
  case U64:
    change_u64(at, operation, *(uint64_t *)message->payload);
    break;
  case F32:
    memcpy(&f, message->payload, sizeof f);
    add_f32(at, f);
    break;
  case F64:
    memcpy(&d, message->payload, sizeof d);
    add_f64(at, d);
    break;
  }
  message->length = 0;
}

void upcr_update_start(void) { upcr_am_table[UPCR_AM_UPDATE] = handle; }

static void send(upcr_pts_t p, enum operation operation, enum type type, const void *value,
                 size_t n) {
  uint64_t low = 0;
  memcpy(&low, value, n);
  struct upcr_am message = {.handler = UPCR_AM_UPDATE,
                            .arg = {p, (uint64_t)operation << 8 | type},
                            .length = sizeof low,
                            .payload = &low};
  upcr_check_far(p, n);
  upcr_far_cache_drop(p, n);
  upcr_far_cache_let_pass(p, n);
  upcr_net->am_nbi((int)upcr_thread(p), &message);
  upcr_far_cache_end_pass();
}

/* Sends what the thread has held back, and its cached stores unless a loop that keeps them goes on.
 */
static void release(void) {
  if (upcr_counted.open == 0)
    upcr_settle_stores();
  if (upcr_net->release)
    upcr_net->release();
}

int upcr_hold_far(void) { return ++upcr_now.holding; }

void upcr_held_far(void) {
  if (--upcr_now.holding == 0 && upcr_now.far_relaxed != 0)
    release();
}

int upcr_count_far(void) {
  if (upcr_counted.open == 0) {
    upcr_counted.entered++;
    upcr_counted.site = __builtin_return_address(0);
  }
  return ++upcr_counted.open;
}

void upcr_counted_far(void) {
  if (--upcr_counted.open == 0 && (upcr_now.far_relaxed & UPCR_CACHED_STORES))
    release();
}

#define FAR(name, T, operation, type)                                                              \
  void upcr_far_##name(upcr_pts_t p, T value) { send(p, operation, type, &value, sizeof value); }
FAR(add_u32, unsigned int, ADD, U32)
FAR(and_u32, unsigned int, AND, U32)
FAR(or_u32, unsigned int, OR, U32)
FAR(xor_u32, unsigned int, XOR, U32)
FAR(add_u64, unsigned long, ADD, U64)
FAR(and_u64, unsigned long, AND, U64)
FAR(or_u64, unsigned long, OR, U64)
FAR(xor_u64, unsigned long, XOR, U64)
FAR(add_f32, float, ADD, F32)
FAR(add_f64, double, ADD, F64)
