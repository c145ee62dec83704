/* SPDX-License-Identifier: Apache-2.0 */
/* The job: one piece of shared memory (mem/backing.h) that holds the control block and every
 * thread's segment (docs/abi.md section 8).
 *
 * Made once by the process that will fork (upcr_job_create), inherited at the same addresses by
 * all. */
#ifndef UPCR_MEM_JOB_H
#define UPCR_MEM_JOB_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../base/wait.h"
#include "backing.h"

/* The layout of the job; boot/ decides every field before upcr_job_create.
 *
 * A job of several nodes has a block of this kind on each of them, for the threads [first, end) of
 * that node. Records, headers and segments of other nodes' threads are not mapped. Statements about
 * all threads hold for those of the node; the others are reached only through the transport table
 * (net/net.h). */
struct upcr_job_config {
  int threads; /* UPC threads of the job, >= 1 */
  /* Nodes share no memory; >= 1. 0: one, and the fields below up to host_threads are not given. */
  int nodes;
  /* [nodes + 1]: node k has the threads node_first[k] to node_first[k + 1] - 1. */
  const int *node_first;
  int node, first, end; /* this node, and its threads */
  int host_threads; /* threads that share this host's memory: those of all nodes that run on it */
  int pthreads_per_process; /* >= 1: the most that a process has */
  /* Of each process, then the number of threads; 0: every process but the last has the most. */
  const int *first_thread;
  int pshm_width;       /* 0: all segments mapped; k >= 1: only those of the group of k threads */
  size_t heap_bytes;    /* shared heap per thread, asked for; 0: a share of the machine's memory */
  size_t thread_memory; /* bytes that any host of the job can give a thread; 0: what this one can */
  /* On valgrind: 16 MB unless a size is requested, which a search for leaks reads in short time. */
  int small_heap;
  int heap_may_shrink;    /* a heap beyond the available memory is reduced instead of an error */
  const char *memory;     /* what the memory is made of (mem/backing.h), 0: memfd */
  const char *huge_pages; /* what pages the heaps have (mem/backing.h), 0: the system's */
  int am_depth; /* requests to far threads that a thread may have under way, at most 64; 0: 8 */
  int oversubscribed; /* more threads than processors in the affinity mask */
  /* Number of the processor on which each thread most likely runs; 0: unimportant. */
  const int *runs_on;
  int checks;    /* some units are checked: records of blocks take address space */
  int simulated; /* nodes are simulated (sim/) */
};

/* The state of a thread; written by the thread with release, read by the supervisor with
 * acquire. */
enum upcr_thread_state {
  UPCR_STATE_NEW,      /* not attached yet */
  UPCR_STATE_RUNNING,  /* in main */
  UPCR_STATE_FINISHED, /* main returned or exit() called: waits for the others */
  UPCR_STATE_GONE      /* past the termination barrier: its process may end */
};

enum { UPCR_BACKTRACE_MAX = 48 };

/* One per thread in the control block, cache-line aligned. */
struct upcr_job_thread {
  /* Doorbell: the thread sleeps on this word only (base/wait.h). */
  _Alignas(64) _Atomic uint32_t bell;
  _Atomic uint32_t asleep;        /* how many of its pthreads sleep or are about to */
  _Alignas(64) _Atomic int state; /* enum upcr_thread_state */
  uint32_t leaf;                  /* number of its leaf of the barrier's tree (job.c); constant */
  _Atomic int pid;                /* its system's number, 0 before attach */
  _Atomic uint32_t notified;      /* barrier phases that the thread has arrived at */
  _Atomic int exit_status;        /* 0 before the thread's last arrival; valid from then on */
  /* Last barrier phase the thread took part in; valid once state is FINISHED, or all threads have
   * finished. Relaxed: that publishes it, in a job of several nodes through its supervisor. */
  _Atomic uint32_t finish_phase;
  /* Written by a fatal signal's handler, read by the supervisor after the process died. */
  _Atomic int fatal_signal;
  int backtrace_len;
  void *fault_address;
  void *backtrace[UPCR_BACKTRACE_MAX];
  struct upcr_wait_record wait;   /* reason of the wait; empty while the thread still spins */
  _Atomic uint64_t barrier_token; /* at its last arrival (core/barrier_token.h) */
  /* Unanswered requests to other nodes that may change something, a bit each. */
  _Atomic uint64_t under_way;
  _Atomic uint32_t polls;      /* polls by loops of the program, modulo 2^32 */
  _Atomic uint32_t tasks_ends; /* upcx_tasks_end calls that the thread has entered, modulo 2^32 */
};

struct upcr_job {
  struct upcr_job_config config;
  struct upcr_backing backing; /* what the memory is made of */
  struct upcr_huge huge;       /* result of the request for larger pages */
  size_t segment_stride;       /* bytes of address space per segment */
  char *segments;          /* segment t is at segments + t * segment_stride, for t of this node */
  _Atomic int global_exit; /* 1 once upc_global_exit or upcr_fatal ended the job */
  _Atomic int ending;      /* 1 once the supervisor of this node ends its processes */
  int global_exit_status;  /* valid once global_exit is 1 */
  struct upcr_job_thread *thread; /* [config.threads]; those of this node are accessible */
  /* [config.threads]: number of the process that runs each thread, over all nodes. */
  int *process_of;
  char **segment_table;       /* upcr_self.map if all segments of the node are mapped */
  char *headers;              /* segment headers, a page each (segment.h) */
  size_t coll_base;           /* offset in each segment of its struct upcr_coll_area */
  size_t coll_ring;           /* bytes of a ring in it, 0: all memory is mapped */
  size_t heap_base, heap_end; /* offsets in each segment that bound the heaps */
  char *shadow; /* tags of the symmetric heap: a segment's stride that no program data share */
  /* Root of the symmetric heap, under core->symmetric_busy (core/alloc.h). */
  struct upcr_heap *symmetric;
  struct upcr_core_shared *core; /* barrier, broadcast words (mem/control.h) */
  struct upcr_smp_shared *smp;   /* requests to far threads of this node (net/smp/) */
  struct upcr_far_shared *far;   /* addresses of the processes of all nodes (net/far/) */
};

/* The job of this process, 0 before upcr_job_create. */
extern struct upcr_job *upcr_job;

/* True if the thread runs on this node. */
static inline bool upcr_in_node(int thread) {
  return thread >= upcr_job->config.first && thread < upcr_job->config.end;
}

/* True if the job has several nodes. */
static inline bool upcr_has_nodes(void) { return upcr_job->config.nodes > 1; }

/* Creates and maps the job's memory. Returns 0, or -1 after writing why (amount asked, limit,
 * option to change) to err[errlen]. Leaves nothing behind on failure. */
int upcr_job_create(const struct upcr_job_config *config, char *err, size_t errlen);

/* Called once in each process, after fork and before its threads start: prepares the layers for
 * active messages, and in a job of several nodes opens the process's endpoint. `first` and `count`
 * are its threads; `published` is called when the node's supervisor has news to pass on. */
void upcr_process_attach(int first, int count, void (*published)(void));

/* Calls `published`, because a thread has finished and other nodes may need to know. */
void upcr_notify_supervisor(void);

/* Wakes all threads of the node, after the supervisor has changed a word that they wait for. */
void upcr_job_wake_all(void);

/* The first call of each UPC thread: fills upcr_self, its segment table, heap and start-up state;
 * sets state to RUNNING. */
void upcr_thread_attach(int thread);

/* Start-up records, then the start-up barrier. */
void upcr_core_start(void);

/* A lock as the supervisor sees it: the thread that holds it, -1: none; and the place where that
 * thread took it, 0: unknown. */
struct upcr_lock_seen {
  int holder;
  void *taken_at;
  int taker; /* that took it there; for a lock of another node, the last thread of this node that
              * took it */
};
struct upcr_lock_seen upcr_core_examine_lock(uint64_t lock);

/* Writes what kind of barrier a token (barrier_token) is for: "upc_barrier 3", "upc_all_alloc". */
void upcr_core_name_barrier(uint64_t token, char *out, size_t n);

/* Records exit_status, state FINISHED, takes part in the termination barrier while serving others,
 * state GONE. */
void upcr_core_finish(int exit_status);

#endif
