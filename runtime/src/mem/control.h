/* What the layers above keep in the control block, which mem/ lays out. */
#ifndef UPCR_MEM_CONTROL_H
#define UPCR_MEM_CONTROL_H

#include <stdatomic.h>
#include <stdint.h>
#include <upcr/upcr.h>

/* Values of one barrier phase (core/barrier.c); phase p uses element p % 2. */
struct upcr_barrier_values {
  _Atomic uint64_t consensus; /* first value given in the phase, 0: none */
  _Atomic uint64_t dissent;   /* first value that differs from it, 0: none */
};

struct upcr_core_shared {
  _Alignas(64) _Atomic uint32_t arrived;   /* notifications of the current phase */
  _Alignas(64) _Atomic uint32_t completed; /* phases completed */
  _Alignas(64) struct upcr_barrier_values values[2];
  _Alignas(64) _Atomic uint32_t finished; /* threads whose main has ended */
  _Alignas(64) upcr_ppts_t broadcast[2];  /* result of a collective of the core, by phase parity */
};

enum { UPCR_SMP_PAYLOAD = 16384 - 128 };

enum upcr_smp_state { UPCR_SMP_IDLE, UPCR_SMP_SENT, UPCR_SMP_DONE };

/* The one request that a thread may have under way (net/smp/). The requester's while IDLE or DONE, the target's while
 * SENT. */
struct upcr_smp_slot {
  _Alignas(64) _Atomic uint32_t state; /* enum upcr_smp_state */
  uint32_t next;                       /* requester + 1 of the next request on the target's stack, 0: last */
  uint32_t handler;                    /* index of the handler table */
  uint32_t length;                     /* payload bytes */
  uint64_t arg[6];
  _Alignas(64) char payload[UPCR_SMP_PAYLOAD];
};

/* Per target: top of the stack of requests, requester + 1. */
struct upcr_smp_inbox {
  _Alignas(64) _Atomic uint32_t top;
};

struct upcr_smp_shared {
  struct upcr_smp_inbox *inbox; /* [threads] */
  struct upcr_smp_slot *slot;   /* [threads] */
};

#endif
