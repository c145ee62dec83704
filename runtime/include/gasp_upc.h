/* SPDX-License-Identifier: Apache-2.0 */
/* <gasp_upc.h>: the events of UPC programs for a tool of <gasp.h>, with their arguments. Each has a
 * start and an end unless it is marked atomic. Plain C.
 *
 * Non-blocking transfers are no events; calls of functions are in <gasp_c.h>. */
#ifndef GASP_UPC_H
#define GASP_UPC_H

#define GASP_UPC_VERSION 1

/* A pointer-to-shared and a lock, by address. */
typedef void gasp_upc_PTS_t;
typedef void gasp_upc_lock_t;

/* Types of reductions, in the order of the suffixes of upc_all_reduce. */
typedef enum {
  GASP_UPC_REDUCTION_C,
  GASP_UPC_REDUCTION_UC,
  GASP_UPC_REDUCTION_S,
  GASP_UPC_REDUCTION_US,
  GASP_UPC_REDUCTION_I,
  GASP_UPC_REDUCTION_UI,
  GASP_UPC_REDUCTION_L,
  GASP_UPC_REDUCTION_UL,
  GASP_UPC_REDUCTION_F,
  GASP_UPC_REDUCTION_D,
  GASP_UPC_REDUCTION_LD
} gasp_upc_reduction_t;

/* int status. The start event is at the thread's end, the end event after all threads have ended.
 * The file is "" and the line 0. */
#define GASP_UPC_COLLECTIVE_EXIT 0x10
/* Atomic; int status. upc_global_exit. */
#define GASP_UPC_NONCOLLECTIVE_EXIT 0x11

/* int named, int expr. */
#define GASP_UPC_NOTIFY 0x20
#define GASP_UPC_WAIT 0x21
#define GASP_UPC_BARRIER 0x22
/* No arguments. */
#define GASP_UPC_FENCE 0x23
#define GASP_UPC_FORALL 0x24

/* size_t nblocks, size_t nbytes; at the end also gasp_upc_PTS_t *. */
#define GASP_UPC_GLOBAL_ALLOC 0x30
#define GASP_UPC_ALL_ALLOC 0x31
/* size_t nbytes; at the end also gasp_upc_PTS_t *. */
#define GASP_UPC_ALLOC 0x32
/* gasp_upc_PTS_t *. upc_free and upc_all_free. */
#define GASP_UPC_FREE 0x33

/* At the end gasp_upc_lock_t *. */
#define GASP_UPC_GLOBAL_LOCK_ALLOC 0x40
#define GASP_UPC_ALL_LOCK_ALLOC 0x41
/* gasp_upc_lock_t *. LOCK_FREE is upc_lock_free and upc_all_lock_free. */
#define GASP_UPC_LOCK_FREE 0x42
#define GASP_UPC_LOCK 0x43
#define GASP_UPC_UNLOCK 0x44
/* gasp_upc_lock_t *; at the end also int result. */
#define GASP_UPC_LOCK_ATTEMPT 0x45

/* Reads and writes of shared variables: int is_relaxed, void *dst, gasp_upc_PTS_t *src, size_t n;
 * int is_relaxed, gasp_upc_PTS_t *dst, void *src, size_t n. The private address is null if the data
 * are in a register. ++, += and the like are a read and a write. With `upcc -inst` accesses to
 * other threads' data are events, with `-inst-local` all. */
#define GASP_UPC_GET 0x48
#define GASP_UPC_PUT 0x49

/* Destination, source or int byte, size_t n; the shared ones as gasp_upc_PTS_t *. */
#define GASP_UPC_MEMCPY 0x50
#define GASP_UPC_MEMGET 0x51
#define GASP_UPC_MEMPUT 0x52
#define GASP_UPC_MEMSET 0x53

/* gasp_upc_PTS_t *dst, gasp_upc_PTS_t *src, size_t nbytes, int flags; of ALL_PERMUTE gasp_upc_PTS_t
 * *perm before nbytes. */
#define GASP_UPC_ALL_BROADCAST 0x60
#define GASP_UPC_ALL_SCATTER 0x61
#define GASP_UPC_ALL_GATHER 0x62
#define GASP_UPC_ALL_GATHER_ALL 0x63
#define GASP_UPC_ALL_EXCHANGE 0x64
#define GASP_UPC_ALL_PERMUTE 0x65
/* gasp_upc_PTS_t *dst, gasp_upc_PTS_t *src, int op, size_t nelems, size_t blk_size, void *func, int
 * flags, gasp_upc_reduction_t type. */
#define GASP_UPC_ALL_REDUCE 0x66
#define GASP_UPC_ALL_PREFIX_REDUCE 0x67

/* Tasks (<upcx_tasks.h>), an extension of GASP. upcx_task_test and upcx_task_group_begin are no
 * events: they neither wait nor run tasks. */

/* size_t capacity. */
#define GASP_UPCX_TASKS_BEGIN 0x70
/* No arguments. */
#define GASP_UPCX_TASKS_END 0x71
/* int thread, void *function, void *argument, size_t n; at the end of START_HANDLE also
 * upcx_task_t *. */
#define GASP_UPCX_TASK_START 0x72
#define GASP_UPCX_TASK_START_HANDLE 0x73
/* upcx_task_t *, void *result, size_t n. */
#define GASP_UPCX_TASK_WAIT 0x74
/* No arguments; at the end of TASKS_PROGRESS int result. */
#define GASP_UPCX_TASK_GROUP_END 0x75
#define GASP_UPCX_TASKS_PROGRESS 0x76
/* void *function. A task, inside the event of the call in which it runs and at that call's place.
 * Only in calls by instrumented units. */
#define GASP_UPCX_TASK 0x77

/* Tags of gasp_create_event, both included. */
#define GASP_UPC_USEREVT_START 0x10000
#define GASP_UPC_USEREVT_END 0x1ffff

#endif
