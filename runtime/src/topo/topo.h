/* SPDX-License-Identifier: Apache-2.0 */
/* The place of each UPC thread: its node, NUMA region and core, and the processors to which it is
 * bound.
 *
 * Created once before the job's processes are forked, and constant afterwards, so it is read
 * without synchronisation.
 *
 * Levels, the outermost first: a node's threads share memory by loads and stores; a region has
 * processors with one local memory; a core has processors that share execution units. Unbound
 * threads may move: they count as in one region, each on its own core. */
#ifndef UPCR_TOPO_TOPO_H
#define UPCR_TOPO_TOPO_H

#include <stddef.h>

#include "machine.h"

enum upcr_topo_level { UPCR_LEVEL_NODE, UPCR_LEVEL_REGION, UPCR_LEVEL_CORE, UPCR_LEVELS };

enum upcr_bind_policy {
  UPCR_BIND_AUTO,
  UPCR_BIND_NONE,
  UPCR_BIND_CORE,
  UPCR_BIND_REGION,
  UPCR_BIND_LIST
};

/* A thread's position in its node, in its region of the node, or in its core of the region. */
struct upcr_position {
  int group;       /* 0..groups-1 of the level; groups of one outer group are numbered together */
  int rank, size;  /* position in the group by thread number; threads of the group */
  int first, next; /* the group's lowest thread; the next thread of the group, -1: none */
};

struct upcr_topo_config {
  int threads; /* >= 1 */
  int nodes; /* nodes share no memory; node k has threads node_first[k] to node_first[k + 1] - 1; 0:
              * one node */
  const int *node_first; /* [nodes + 1]; kept by reference */
  int one_host;          /* all nodes run on this machine */
  int node_threads;   /* threads of a node, or of a group in it that maps only its own memory; 0: as
                       * in `machine`, else all */
  int oversubscribed; /* more threads than processors: by default nothing is bound */
  int processes;
  const int *first; /* [processes + 1]: process p runs the threads first[p] to first[p + 1] - 1; 0:
                     * each thread is a process. Read by upcr_topo_create only */
  /* auto, none, core, numa, or a list of processors (docs of UPC_BIND); 0 or "": auto. */
  const char *bind;
  const char *machine; /* 0 or "": this one; else "machine:N" for N machines that share no memory,
                          or hwloc's description of a machine such as "numa:2 core:4", or both, in
                          this order */
};

struct upcr_topo {
  int threads, node_threads;    /* the most threads of a group that shares memory */
  int nodes, one_host;          /* as in struct upcr_topo_config */
  const int *node_first;        /* [nodes + 1], 0: one node */
  int machines;                 /* as requested; 1: no cluster is simulated */
  enum upcr_bind_policy policy; /* never UPCR_BIND_AUTO */
  struct upcr_machine machine;  /* one; all nodes are alike */
  struct upcr_cpus *set;        /* [sets]: sets to which threads are bound */
  int sets;
  int *processor_of; /* [threads]: index in machine.processor, for a set of several the nominal one;
                      * 0: threads are not placed */
  int *set_of;       /* [threads]: index in set; 0: threads are not placed */
  int *begins_on;    /* [threads]: index in machine.processor on which an unbound thread begins */
  int groups[UPCR_LEVELS];
  struct upcr_position *position; /* [threads][UPCR_LEVELS] */
  char note[160];                 /* the reason for the policy, or what is unknown; for messages */
};
extern struct upcr_topo upcr_topo;

/* Decides the places of all threads. Returns 0, or -1 after writing the request, the valid values
 * and the setting to change to err[errlen]. May be called again, and replaces the previous
 * result. */
int upcr_topo_create(const struct upcr_topo_config *config, char *err, size_t errlen);

/* Of `ranges` ranges of consecutive threads, of which range i begins with first[i]: the one that
 * has the thread. first[0] is not after it. */
int upcr_topo_range_of(const int *first, int ranges, int thread);

/* The thread's place at a level. O(1). Valid after upcr_topo_create. */
static inline const struct upcr_position *upcr_topo_position(int thread,
                                                             enum upcr_topo_level level) {
  return &upcr_topo.position[(size_t)thread * UPCR_LEVELS + level];
}

/* The processors to bind the thread to, 0: not bound (no policy, or a described machine).
 */
const struct upcr_cpus *upcr_topo_cpus(int thread);

/* Index in machine.processor on which an unbound thread should begin (start_processors.c has the
 * reasons). O(1). */
static inline int upcr_topo_begins_on(int thread) { return upcr_topo.begins_on[thread]; }

/* [threads]: the same for the processor on which each thread most likely runs: where it is bound,
 * or began. */
static inline const int *upcr_topo_all_run_on(void) {
  return upcr_topo.processor_of ? upcr_topo.processor_of : upcr_topo.begins_on;
}

/* The same for one thread. O(1). */
static inline int upcr_topo_runs_on(int thread) { return upcr_topo_all_run_on()[thread]; }

/* The system's number of the NUMA region to which the thread is bound; -1: unbound, several
 * regions, or unknown. */
int upcr_topo_memory_region(int thread);

#endif
