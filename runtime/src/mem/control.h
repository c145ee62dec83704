/* SPDX-License-Identifier: Apache-2.0 */
/* The control block: shared state of the layers above, laid out by mem/. */
#ifndef UPCR_MEM_CONTROL_H
#define UPCR_MEM_CONTROL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <upcr/upcr.h>

enum {
  UPCR_BARRIER_FLAT_MAX =
      4, /* threads of a flat barrier: beyond, reading all lines costs more than a tree's levels */
  UPCR_BARRIER_FAN = 8 /* entries of a node of the barrier's tree */
};

/* One thread's arrivals in a flat barrier at every other phase; written by that thread only
 * (core/arrival_flat.c). */
struct upcr_barrier_line {
  _Alignas(128) _Atomic uint64_t
      word; /* the token, and in place of the thread the phases that it has come to, modulo 2^24;
               the line's neighbour is fetched along with it */
};

/* A node of the barrier's tree (core/arrival_tree.c). */
struct upcr_barrier_node {
  _Alignas(64) _Atomic uint32_t arrived; /* entries of the current phase */
  _Atomic uint64_t consensus, dissent;   /* of their tokens */
  uint32_t entries;                      /* of a leaf (mem/job.c): constant */
  /* Of a leaf: written by the last thread to arrive at it (spin_at_leaf). */
  uint32_t backoff, skips;
};

/* Written by the last thread to arrive at a phase, read by all. */
struct upcr_barrier_outcome {
  _Alignas(128) _Atomic uint32_t completed; /* phases */
  uint64_t consensus, dissent;              /* tokens of the last one */
};

enum { UPCR_NODE_BARRIER_ROUNDS = 16 /* of messages in a barrier between nodes: 2^16 of these */ };

/* A node's state in a phase of the barrier between nodes (core/node_barrier.c). */
struct upcr_node_barrier_news {
  uint64_t consensus, dissent; /* tokens */
  uint64_t summary;            /* of what run-time checks compare (check/arrivals.h) */
  uint32_t differs;            /* 1: not all nodes have this one */
  uint32_t has_value;          /* 1: `value` is what the root of the core's collective gave */
  upcr_ppts_t value;
};

/* A message of another node: its news are complete once `phase` is set. */
struct upcr_node_barrier_message {
  _Alignas(64) _Atomic uint32_t phase; /* the phase + 1 */
  struct upcr_node_barrier_news news;
};

struct upcr_node_barrier {
  _Alignas(64) _Atomic uint32_t calls; /* threads that want to advance; the first does */
  _Atomic uint32_t arrived;            /* phases to which all threads of the node have come */
  uint32_t differs[2];                 /* by phase parity: 1 if nodes have other summaries */
  uint32_t has_value[2];               /* phase + 1 in which broadcast[phase % 2] was given here */
  struct upcr_node_barrier_news own;   /* of phase `arrived` - 1, before the first round */
  /* Used by the thread that advances the barrier. */
  _Alignas(64) uint32_t phase, step;
  uint32_t sent; /* 1: the message of `step` */
  struct upcr_node_barrier_news news;
  struct upcr_node_barrier_message received[2][UPCR_NODE_BARRIER_ROUNDS]; /* by phase parity */
};

/* True if all nodes send their news to node 0, which answers; else news are disseminated. The
 * limits are measured (docs/decisions/barriers.md). */
static inline bool upcr_node_barrier_is_flat(int nodes) { return nodes >= 3 && nodes <= 8; }

/* Nodes of the tree for `entries` threads or leaves, its levels one after the other from the
 * lowest. */
static inline uint32_t upcr_barrier_nodes(uint32_t entries) {
  uint32_t nodes = 0;
  do {
    entries = (entries + UPCR_BARRIER_FAN - 1) / UPCR_BARRIER_FAN;
    nodes += entries;
  } while (entries > 1);
  return nodes;
}

/* Of the threads of other nodes that have ended while others continue: the one that arrived at the
 * fewest barriers. */
struct upcr_ended_early {
  _Atomic uint32_t known; /* how often the rest was written; 0: never */
  int thread, status;
  uint32_t finish_phase;
};

/* A line of core/tick.h. */
struct upcr_clock_entry {
  _Atomic int64_t since, offset;
  _Atomic double drift;
};

/* On a node of another host than node 0's: node 0's clock as a function of this host's
 * (core/tick.c). */
struct upcr_clock {
  bool differs;             /* constant after the barrier at the start */
  _Atomic uint32_t current; /* the line to use: entry[current % 2] */
  struct upcr_clock_entry entry[2];
  /* The last distance, and when it was measured; written by the last thread of a barrier. */
  int64_t measured, measured_at;
};

struct upcr_core_shared {
  struct upcr_barrier_line line[UPCR_BARRIER_FLAT_MAX][2]; /* phase p: element p % 2 */
  struct upcr_barrier_outcome outcome;
  /* The leaves, if there are some, and the nodes above them; else the nodes above the threads. */
  _Alignas(128) struct upcr_barrier_node *node;
  uint32_t leaves;                        /* 0: none; constant */
  _Alignas(64) _Atomic uint32_t finished; /* threads of the node whose main has ended */
  /* In a job with several nodes; written by the node's supervisor. */
  _Atomic uint32_t all_finished; /* 1: so have all threads of the other nodes */
  struct upcr_ended_early early;
  struct upcr_clock clock;
  _Alignas(64) upcr_ppts_t broadcast[2]; /* result of a collective of the core, by phase parity */
  struct upcr_node_barrier between;      /* of a job with several nodes */
  _Alignas(64) _Atomic uint32_t
      symmetric_busy; /* on the node of thread 0: a step of the symmetric heap is under way */
};

enum {
  UPCR_SMP_SHORT = 32,     /* payload bytes in a cell itself */
  UPCR_SMP_MEDIUM = 16384, /* payload bytes beside it */
  UPCR_SMP_DEPTH = 8,      /* cells of a thread, unless the job asks for another number */
  UPCR_SMP_DEPTH_MAX = 64
};

enum upcr_smp_state { UPCR_SMP_IDLE, UPCR_SMP_SENT, UPCR_SMP_DONE };

/* A request and its reply (net/smp/): one line. The requester's while IDLE or DONE, the target's
 * while SENT. */
struct upcr_smp_cell {
  _Alignas(64) _Atomic uint32_t state; /* enum upcr_smp_state */
  uint32_t next;     /* number + 1 of the next cell in the target's queue, 0: last */
  uint16_t length;   /* bytes of payload sent; of the reply's, once DONE */
  uint16_t room;     /* bytes of payload that the reply may have */
  uint8_t handler;   /* enum upcr_am_handler */
  uint8_t is_medium; /* the payloads are beside the cell */
  uint64_t arg[2];
  _Alignas(16) char payload[UPCR_SMP_SHORT];
};
_Static_assert(sizeof(struct upcr_smp_cell) == 64, "whole lines");

/* Per process. */
struct upcr_smp_inbox {
  _Alignas(64) _Atomic uint32_t top; /* newest request: number + 1 of its cell */
  _Alignas(64) _Atomic uint32_t
      helper_bell; /* the bell of the process's helper (net/smp/helper.c) */
  _Atomic uint32_t helper_asleep;
  /* Hints for far requesters whether an answer will come at once. */
  _Alignas(64) _Atomic uint32_t away; /* waits that have yielded or sleep */
  _Atomic uint32_t started;           /* UPC threads */
};

struct upcr_smp_shared {
  struct upcr_smp_inbox *inbox; /* [processes] */
  struct upcr_smp_cell *cell; /* [threads * depth]: thread t has t * depth and those that follow */
  char *medium;               /* [threads * depth][UPCR_SMP_MEDIUM] */
  uint32_t depth;             /* cells of a thread: requests that it may have under way */
};

enum { UPCR_FAR_ADDRESS = 512 /* bytes of a process's address, its length before it included */ };

/* How the processes of all nodes learn each other's addresses (net/far/). */
struct upcr_far_shared {
  _Atomic uint32_t published; /* processes of this node whose address is in the table */
  _Atomic uint32_t ready;     /* 1 once those of all nodes are: a futex */
  char *address;              /* [processes of the job][UPCR_FAR_ADDRESS] */
};

/* Where a cell's payloads are. */
static inline void *upcr_smp_payload(const struct upcr_smp_shared *smp, uint32_t number) {
  struct upcr_smp_cell *cell = &smp->cell[number];
  return cell->is_medium ? smp->medium + (size_t)number * UPCR_SMP_MEDIUM : cell->payload;
}

#endif
