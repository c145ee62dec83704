/* SPDX-License-Identifier: Apache-2.0 */
/* Handlers of the transports' own active messages: get, put, move, set, atomics. */
#include "net.h"

#include <string.h>

#include "../base/atomics.h"
#include "../mem/segment.h"
#include "message_parts.h"

const struct upcr_net *upcr_net = &upcr_net_smp;

/* Operands and results of narrower words are in the low bytes. */
#define ATOMIC(name, word)                                                                         \
  static void name(word *at, struct upcr_net_atomic_args *args) {                                  \
    word operand = (word)args->operand.p, old = (word)args->expected.p;                            \
    switch (args->op) {                                                                            \
    case UPCR_NET_LOAD:                                                                            \
      old = __atomic_load_n(at, __ATOMIC_SEQ_CST);                                                 \
      break;                                                                                       \
    case UPCR_NET_ADD:                                                                             \
      old = __atomic_fetch_add(at, operand, __ATOMIC_SEQ_CST);                                     \
      break;                                                                                       \
    case UPCR_NET_SWAP:                                                                            \
      old = __atomic_exchange_n(at, operand, __ATOMIC_SEQ_CST);                                    \
      break;                                                                                       \
    case UPCR_NET_CAS:                                                                             \
      __atomic_compare_exchange_n(at, &old, operand, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);       \
      break;                                                                                       \
    }                                                                                              \
    args->old = upcr_pp(old, 0);                                                                   \
  }
ATOMIC(atomic4, uint32_t)
ATOMIC(atomic8, uint64_t)
#undef ATOMIC

static void atomic16(upcr_ppts_t *at, struct upcr_net_atomic_args *args) {
  upcr_ppts_t old = args->expected;
  if (args->op == UPCR_NET_LOAD) {
    old = upcr_pp(0, 0);
    upcr_cas_pp(at, &old, old); /* writes zero over zero, or reads */
  } else if (args->op == UPCR_NET_CAS) {
    upcr_cas_pp(at, &old, args->operand);
  } else {
    old = upcr_pp(0, 0);
    while (!upcr_cas_pp(at, &old, args->operand))
      ;
  }
  args->old = old;
}

void upcr_atomic_here(void *at, struct upcr_net_atomic_args *args) {
  switch (args->width) {
  case 4:
    atomic4(at, args);
    break;
  case 8:
    atomic8(at, args);
    break;
  default:
    atomic16(at, args);
    break;
  }
}

/* A pointer-to-shared with phase is moved in one piece; scalars too, where memcpy of a constant
 * size is one move. */
static void copy_whole(char *to, const char *from, size_t n) {
  bool aligned = ((uintptr_t)to | (uintptr_t)from) % n == 0;
  if (n == 8 && aligned)
    __atomic_store_n((uint64_t *)(void *)to,
                     __atomic_load_n((const uint64_t *)(const void *)from, __ATOMIC_RELAXED),
                     __ATOMIC_RELAXED);
  else if (n == 4 && aligned)
    __atomic_store_n((uint32_t *)(void *)to,
                     __atomic_load_n((const uint32_t *)(const void *)from, __ATOMIC_RELAXED),
                     __ATOMIC_RELAXED);
  else if (n == 2 && aligned)
    __atomic_store_n((uint16_t *)(void *)to,
                     __atomic_load_n((const uint16_t *)(const void *)from, __ATOMIC_RELAXED),
                     __ATOMIC_RELAXED);
  else if (n == 16 && aligned)
    upcr_pp_store((upcr_ppts_t *)(void *)to, upcr_pp_load((const upcr_ppts_t *)(const void *)from));
  else
    memcpy(to, from, n);
}

/* arg[0]: address; fills the room. */
static void handle_get(struct upcr_am *message) {
  message->length = message->room;
  copy_whole(message->payload, upcr_segment_address(message->arg[0]), message->length);
}

/* arg[0]: address; payload: the bytes. */
static void handle_put(struct upcr_am *message) {
  copy_whole(upcr_segment_address(message->arg[0]), message->payload, message->length);
  message->length = 0;
}

/* arg[0]: destination, arg[1]: source; payload: bytes. */
static void handle_move(struct upcr_am *message) {
  memmove(upcr_segment_address(message->arg[0]), upcr_segment_address(message->arg[1]),
          *(size_t *)message->payload);
  message->length = 0;
}

/* arg[0]: destination; payload: byte value and bytes. */
static void handle_set(struct upcr_am *message) {
  const uint64_t *operands = message->payload;
  memset(upcr_segment_address(message->arg[0]), (int)operands[0], operands[1]);
  message->length = 0;
}

void upcr_atomic_there(upcr_pts_t target, struct upcr_net_atomic_args *args) {
  upcr_ppts_t operands[2] = {args->operand, args->expected};
  struct upcr_am message = {.handler = UPCR_AM_ATOMIC,
                            .arg = {target, (uint64_t)args->op << 8 | args->width},
                            .length = sizeof operands,
                            .room = sizeof args->old,
                            .payload = operands};
  upcr_net->am_request((int)upcr_thread(target), &message);
  args->old = operands[0];
}

/* arg[0]: target, arg[1]: operation in bits 15..8, width in 7..0; payload: operand and expected
 * value, 16-byte aligned; replies the value before. Such requests change words that the runtime's
 * waits poll, and the target may sleep while another thread of its process serves the request: it
 * is woken here. The read-modify-write publishes for wake_published. */
static void handle_atomic(struct upcr_am *message) {
  upcr_ppts_t *operands = message->payload;
  struct upcr_net_atomic_args args = {.op = (enum upcr_net_atomic)(message->arg[1] >> 8),
                                      .width = (unsigned)(message->arg[1] & 0xff),
                                      .operand = operands[0],
                                      .expected = operands[1]};
  upcr_atomic_here(upcr_segment_address(message->arg[0]), &args);
  if (args.op != UPCR_NET_LOAD)
    upcr_net->wake_published((int)upcr_thread(message->arg[0]));
  operands[0] = args.old;
  message->length = sizeof args.old;
}

/* arg[0]: how many messages the payload has; arg[1]: bytes of their payloads. */
static void handle_parts(struct upcr_am *message) {
  upcr_parts_run(message->payload, message->arg[0]);
  message->length = 0;
}

upcr_am_function *upcr_am_table[UPCR_AM_HANDLERS] = {
    [UPCR_AM_GET] = handle_get, [UPCR_AM_PUT] = handle_put,       [UPCR_AM_MOVE] = handle_move,
    [UPCR_AM_SET] = handle_set, [UPCR_AM_ATOMIC] = handle_atomic, [UPCR_AM_PARTS] = handle_parts,
};
