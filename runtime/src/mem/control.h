/* What the layers above keep in the control block, which mem/ lays out. */
#ifndef UPCR_MEM_CONTROL_H
#define UPCR_MEM_CONTROL_H

#include <stdatomic.h>
#include <stdint.h>
#include <upcr/upcr.h>

enum {
  UPCR_BARRIER_FLAT_MAX = 4, /* threads of a flat barrier: beyond, reading all lines costs more than a tree's levels */
  UPCR_BARRIER_FAN = 8       /* entries of a node of the barrier's tree */
};

/* One thread's arrivals in a flat barrier; written by that thread only (core/arrival_flat.c). */
struct upcr_barrier_line {
  _Alignas(128) _Atomic uint32_t arrived; /* phases it has come to; the line's neighbour is fetched along with it */
  uint64_t token[2];                      /* of phase p: element p % 2 */
};

/* A node of the barrier's tree (core/arrival_tree.c). */
struct upcr_barrier_node {
  _Alignas(64) _Atomic uint32_t arrived; /* entries of the current phase */
  _Atomic uint64_t consensus, dissent;   /* of their tokens */
};

/* Read by all, written by the last to come to a phase. */
struct upcr_barrier_outcome {
  _Alignas(128) _Atomic uint32_t completed; /* phases */
  uint64_t consensus, dissent;              /* tokens of the last one */
};

/* Nodes of the tree for `threads` threads, its levels one after the other from the leaves. */
static inline uint32_t upcr_barrier_nodes(uint32_t threads) {
  uint32_t nodes = 0;
  do {
    threads = (threads + UPCR_BARRIER_FAN - 1) / UPCR_BARRIER_FAN;
    nodes += threads;
  } while (threads > 1);
  return nodes;
}

struct upcr_core_shared {
  struct upcr_barrier_line line[UPCR_BARRIER_FLAT_MAX];
  struct upcr_barrier_outcome outcome;
  _Alignas(128) struct upcr_barrier_node *node; /* [upcr_barrier_nodes(threads)] */
  _Alignas(64) _Atomic uint32_t finished;       /* threads whose main has ended */
  _Alignas(64) upcr_ppts_t broadcast[2];        /* result of a collective of the core, by phase parity */
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
