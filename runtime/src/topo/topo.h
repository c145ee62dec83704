/* SPDX-License-Identifier: Apache-2.0 */
/* Where each UPC thread runs: its node, NUMA region and core, and the processors that it is bound
 * to.
 *
 * Made once before the job's processes are forked, which inherit it; nothing changes it afterwards,
 * so it is read without synchronisation.
 *
 * Levels, from the outside: a node is what shares memory by loads and stores; a region is the
 * processors with one memory beside them; a core is the processors that share execution units.
 * Threads that are not bound move about: they are in one region together, each on a core of its
 * own. */
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

/* A thread among those with which it shares a node, a region of that node, or a core of that
 * region. */
struct upcr_position {
  int group; /* 0..groups-1 of the level; groups of one outer group are numbered together */
  int rank,
      size; /* the thread's place in the group by thread number, and how many threads are in it */
  int first, next; /* the group's lowest thread; the next one after this, -1: this is the last */
};

struct upcr_topo_config {
  int threads; /* >= 1 */
  int nodes; /* that share no memory, and threads node_first[k] to node_first[k + 1] - 1 of each; 0:
                one */
  const int *node_first; /* [nodes + 1]; kept by reference */
  int one_host;          /* all nodes run on this machine */
  int node_threads;   /* threads of a node, or of a group within one that does not map the others'
                       memory, 0: as `machine` says, else all */
  int oversubscribed; /* more threads than processors: by default nothing is bound */
  int processes;
  const int *first; /* [processes + 1]: process p runs the threads first[p] to first[p + 1] - 1; 0:
                       each thread has a process of its own. Read by upcr_topo_create only */
  const char
      *bind; /* auto, none, core, numa, or a list of processors (docs of UPC_BIND); 0 or "": auto */
  const char *machine; /* 0 or "": this one; else "machine:N" for N machines that share no memory,
                          or hwloc's description of a machine such as "numa:2 core:4", or both, in
                          this order */
};

struct upcr_topo {
  int threads, node_threads;    /* threads of a group that shares memory, at most */
  int nodes, one_host;          /* as in struct upcr_topo_config */
  const int *node_first;        /* [nodes + 1], 0: one node */
  int machines;                 /* as asked for, 1: no cluster is simulated */
  enum upcr_bind_policy policy; /* never UPCR_BIND_AUTO */
  struct upcr_machine machine;  /* one; all nodes are alike */
  struct upcr_cpus *set;        /* [sets]: what threads are bound to */
  int sets;
  int *processor_of; /* [threads]: index in machine.processor, of a thread that is bound to several
                        the nominal one; 0: threads are not placed */
  int *set_of;       /* [threads]: index in set; 0: threads are not placed */
  int *begins_on;    /* [threads]: index in machine.processor of the one where a thread that is not
                        bound begins */
  int groups[UPCR_LEVELS];
  struct upcr_position *position; /* [threads][UPCR_LEVELS] */
  char note[160]; /* why the policy is what it is, or what is not known; for people */
};
extern struct upcr_topo upcr_topo;

/* Decides the places of all threads. Returns 0, or -1 after writing to err[errlen] what was asked
 * for, what is possible and the setting to change. Callable again: what was before is replaced. */
int upcr_topo_create(const struct upcr_topo_config *config, char *err, size_t errlen);

/* The thread's place at a level. O(1). Valid after upcr_topo_create. */
static inline const struct upcr_position *upcr_topo_position(int thread,
                                                             enum upcr_topo_level level) {
  return &upcr_topo.position[(size_t)thread * UPCR_LEVELS + level];
}

/* The processors to bind the thread to, 0: not bound (no policy, or a described machine).
 */
const struct upcr_cpus *upcr_topo_cpus(int thread);

/* Index in machine.processor of the one on which a thread that is not bound had best begin (begin.c
 * says why there). O(1). */
static inline int upcr_topo_begins_on(int thread) { return upcr_topo.begins_on[thread]; }

/* [threads]: the same of the one that each thread most likely runs on: where it is bound, or began.
 */
static inline const int *upcr_topo_all_run_on(void) {
  return upcr_topo.processor_of ? upcr_topo.processor_of : upcr_topo.begins_on;
}

/* The same of one thread. O(1). */
static inline int upcr_topo_runs_on(int thread) { return upcr_topo_all_run_on()[thread]; }

/* The system's number of the one NUMA region that the thread is bound to; -1: not bound, several,
 * or not known. */
int upcr_topo_memory_region(int thread);

#endif
