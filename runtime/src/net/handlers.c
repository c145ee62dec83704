#include "handlers.h"

#include <string.h>

#include "../base/atomics.h"
#include "../mem/segment.h"

const struct upcr_net *upcr_net = &upcr_net_smp;

static void atomic4(uint32_t *at, struct upcr_net_atomic_args *args) {
  uint32_t operand = (uint32_t)args->operand.p, old = (uint32_t)args->expected.p;
  switch (args->op) {
  case UPCR_NET_LOAD:
    old = __atomic_load_n(at, __ATOMIC_SEQ_CST);
    break;
  case UPCR_NET_ADD:
    old = __atomic_fetch_add(at, operand, __ATOMIC_SEQ_CST);
    break;
  case UPCR_NET_SWAP:
    old = __atomic_exchange_n(at, operand, __ATOMIC_SEQ_CST);
    break;
  case UPCR_NET_CAS:
    __atomic_compare_exchange_n(at, &old, operand, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    break;
  }
  args->old = upcr_pp(old, 0);
}

static void atomic8(uint64_t *at, struct upcr_net_atomic_args *args) {
  uint64_t operand = args->operand.p, old = args->expected.p;
  switch (args->op) {
  case UPCR_NET_LOAD:
    old = __atomic_load_n(at, __ATOMIC_SEQ_CST);
    break;
  case UPCR_NET_ADD:
    old = __atomic_fetch_add(at, operand, __ATOMIC_SEQ_CST);
    break;
  case UPCR_NET_SWAP:
    old = __atomic_exchange_n(at, operand, __ATOMIC_SEQ_CST);
    break;
  case UPCR_NET_CAS:
    __atomic_compare_exchange_n(at, &old, operand, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    break;
  }
  args->old = upcr_pp(old, 0);
}

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

/* A pointer-to-shared with phase is moved in one piece; scalars too, where memcpy of a constant size is one move. */
static void copy_whole(char *to, const char *from, size_t n) {
  bool aligned = ((uintptr_t)to | (uintptr_t)from) % n == 0;
  if (n == 8 && aligned)
    __atomic_store_n((uint64_t *)(void *)to, __atomic_load_n((const uint64_t *)(const void *)from, __ATOMIC_RELAXED),
                     __ATOMIC_RELAXED);
  else if (n == 4 && aligned)
    __atomic_store_n((uint32_t *)(void *)to, __atomic_load_n((const uint32_t *)(const void *)from, __ATOMIC_RELAXED),
                     __ATOMIC_RELAXED);
  else if (n == 2 && aligned)
    __atomic_store_n((uint16_t *)(void *)to, __atomic_load_n((const uint16_t *)(const void *)from, __ATOMIC_RELAXED),
                     __ATOMIC_RELAXED);
  else if (n == 16 && aligned)
    upcr_pp_store((upcr_ppts_t *)(void *)to, upcr_pp_load((const upcr_ppts_t *)(const void *)from));
  else
    memcpy(to, from, n);
}

/* arg[0]: address, arg[1]: bytes to reply. */
static void handle_get(struct upcr_am *message) {
  message->length = message->arg[1];
  copy_whole(message->payload, upcr_segment_address(message->arg[0]), message->length);
}

/* arg[0]: address; payload: the bytes. */
static void handle_put(struct upcr_am *message) {
  copy_whole(upcr_segment_address(message->arg[0]), message->payload, message->length);
  message->length = 0;
}

/* arg[0]: destination, arg[1]: source, arg[2]: bytes. */
static void handle_move(struct upcr_am *message) {
  memmove(upcr_segment_address(message->arg[0]), upcr_segment_address(message->arg[1]), message->arg[2]);
}

/* arg[0]: destination, arg[1]: byte value, arg[2]: bytes. */
static void handle_set(struct upcr_am *message) {
  memset(upcr_segment_address(message->arg[0]), (int)message->arg[1], message->arg[2]);
}

/* arg[0]: target; payload: the arguments, and in the reply the result. */
static void handle_atomic(struct upcr_am *message) {
  struct upcr_net_atomic_args args;
  memcpy(&args, message->payload, sizeof args);
  upcr_atomic_here(upcr_segment_address(message->arg[0]), &args);
  memcpy(message->payload, &args, sizeof args);
}

upcr_am_function *const upcr_am_table[UPCR_AM_HANDLERS] = {
    [UPCR_AM_GET] = handle_get, [UPCR_AM_PUT] = handle_put,       [UPCR_AM_MOVE] = handle_move,
    [UPCR_AM_SET] = handle_set, [UPCR_AM_ATOMIC] = handle_atomic,
};
