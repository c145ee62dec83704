/* SPDX-License-Identifier: Apache-2.0 */
/* One call of a collective of all threads, of <upc_collective.h> or on a team that has them all:
 * arguments, synchronisation modes (UPC 7.3.4), entry and exit. */
#ifndef UPCR_COLL_CALL_H
#define UPCR_COLL_CALL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <upcr/upcr.h>

#include "../base/atomics.h"
#include "../core/barrier.h"
#include "../core/remote.h"
#include "../mem/collective_area.h"

enum upcr_sync { UPCR_ALLSYNC, UPCR_MYSYNC, UPCR_NOSYNC };

struct upcr_reduction; /* reduce/reduction.h */
struct upcr_algorithm; /* register.h */
struct upcr_extent;    /* reduce/elements.h */

/* The calling thread's memory, private or shared, that it gives from and takes to; 0: it does not.
 * Both may be one. */
struct upcr_own_memory {
  char *dst;
  const char *src;
};

struct upcr_call {
  enum upcr_collective which; /* the operation */
  enum upcr_collective
      function; /* what the program has called: `which`, or the same of a team. Messages name it */
  enum upcr_sync in : 8, out : 8;
  bool no_buffers; /* a thread's heap has no room for them */
  uint32_t number; /* how many the thread has called, this one included, modulo 2^32 */
  uint32_t tag;    /* `function` in bits 31..26, a digest of the single-valued arguments below */
  int root;        /* thread of the one source or destination; 0 where there is none */
  upcr_pts_t dst, src, perm;
  upcr_pts_t team; /* what tells the team from others; 0: it is no team's function */
  size_t nbytes;   /* of a block */
  const struct upcr_own_memory *own; /* in place of dst and src, if posts serve the call; else 0 */
  const struct upcr_reduction *reduction; /* of the computational collectives */
  const struct upcr_algorithm *algorithm; /* that serves it */
};

/* The state that a thread keeps between calls, and between the steps of a call, except its choices
 * (select.c). Pointers are 0 until they are needed. */
struct upcr_coll_state {
  uint32_t calls;     /* that it has entered */
  uint32_t posted;    /* the last one in which it has posted (post.c) */
  uint32_t all_left;  /* every thread of its node has left this one */
  size_t post_length; /* of its post that is being written */
  int owed;           /* a wake, to all or to one thread (await.c); 0: none */
  int giver; /* how far after it the last thread was that gave it a block of a permutation; 0: none
                was */
  uint32_t eager_blocks; /* that it has given (forms/permute.c) */
  struct upcr_dealings
      *peers; /* [threads]: what it has sent to each and awaited (channel.c); 0: nothing yet */
  struct upcr_room *room;          /* its buffer (buffer.c) */
  struct upcr_trees *trees;        /* its places in trees, leaders (topology.c) */
  struct upcr_runs_of_nodes *runs; /* forms/prefix.c */
  char *far_vectors;               /* reduce/vector.c */
};
extern UPCR_PER_THREAD struct upcr_coll_state upcr_coll_state __attribute__((visibility("hidden")));

/* `bytes` zero bytes for the calling thread to keep. Ends the job if there is no memory; `what`
 * says for what. */
void *upcr_kept_memory(size_t bytes, const char *what);

/* A pointer of upcr_coll_state, to so many zero bytes from its first use on. */
#define UPCR_KEPT(pointer, bytes, what)                                                            \
  (upcr_coll_state.pointer ? upcr_coll_state.pointer                                               \
                           : (upcr_coll_state.pointer = upcr_kept_memory(bytes, what)))

static inline size_t upcr_least(size_t a, size_t b) { return a < b ? a : b; }

/* Words that count calls or signals have the count in bits 63..32 and a tag in 31..0. Counts are
 * compared modulo 2^32. */
static inline uint64_t upcr_numbered(uint32_t number, uint32_t tag) {
  return (uint64_t)number << 32 | tag;
}
static inline uint32_t upcr_number_of(uint64_t word) { return (uint32_t)(word >> 32); }
static inline uint32_t upcr_tag_of(uint64_t word) { return (uint32_t)word; }
static inline bool upcr_reached(uint64_t word, uint32_t number) {
  return (int32_t)(upcr_number_of(word) - number) >= 0;
}
static inline enum upcr_collective upcr_collective_of_tag(uint32_t tag) {
  return (enum upcr_collective)(tag >> 26);
}

/* Sets in and out; ends the job where flags are not one mode of each. */
void upcr_call_set_modes(struct upcr_call *call, int flags);

/* Enters: checks flags, and that the thread is not between upc_notify and upc_wait; numbers the
 * call and publishes its entry. `more`: a digest of the single-valued arguments besides flags,
 * pointers, nbytes and the team. */
void upcr_call_enter(struct upcr_call *call, int flags, uint64_t more);

/* Calls that the thread has entered, modulo 2^32. */
uint32_t upcr_calls_entered(void);

/* Begins the next fragment of a call (post.h) as a call of its own; all threads do it equally
 * often. */
void upcr_call_next(struct upcr_call *call);

/* Waits for all threads, and is a fence. */
void upcr_call_barrier(const struct upcr_call *call);

/* Leaves: from now on the thread reads no post of this call. */
void upcr_call_leave(const struct upcr_call *call);

/* True if every thread's memory is mapped in all of its node, in every other: the same in all
 * threads. */
bool upcr_call_node_mapped(void);
bool upcr_call_all_mapped(void);

/* Reaching the collectives' areas of the segments (mem/collective_area.h). */

/* A thread's area where its segment is mapped, the caller's own among them. */
static inline struct upcr_coll_area *upcr_coll_area(int thread) {
  return (struct upcr_coll_area *)(void *)(upcr_segment_base(thread) + upcr_job->coll_base);
}

/* Pointer-to-shared of byte `at` of a thread's area. */
static inline upcr_pts_t upcr_coll_area_pts(int thread, size_t at) {
  return upcr_pts_make((unsigned long)thread, upcr_job->coll_base + at);
}

/* Collectives without algorithms of their own, as sorts and files have: between barriers, unless
 * the mode is NOSYNC. The first checks flags. `arguments`: a digest of those that must be the same
 * on all threads. */
void upcr_bracket_begin(enum upcr_collective which, int flags, uint32_t arguments);
void upcr_bracket_end(enum upcr_collective which, int flags, uint32_t arguments);

/* The functions of <upc_collective.h> and <upcx_collective.h> (functions.c) enter a call whose
 * operation, function and team are set, check its arguments (and, called by checked code, the
 * bounds of its arrays), run it and leave it. Teams of all threads use them too. */

/* A broadcast, scatter, gather, gather_all, exchange or permute (UPC 7.4.2). Pointers and nbytes
 * must be set too. */
void upcr_relocate(struct upcr_call *call, int flags);

/* A reduce or prefix_reduce (UPC 7.4.3). Reduces the phases modulo blk_size. `name` is for
 * messages. */
void upcr_compute_call(struct upcr_call *call, struct upcr_reduction *reduction, int flags,
                       const char *name);

/* A reduce_all, reduce_scatter or reduce_vector. `type` is of <upc_types.h>. `reduction` has the
 * kernels or 0, the number of elements of one result, and the places of src and dst. */
void upcr_reduce_vectors(struct upcr_call *call, const struct upcr_reduction *reduction, int type,
                         int flags);

/* Ends the job unless `pointer`, the argument of this name, is to a thread of the job. */
void upcr_argument_check(enum upcr_collective which, upcr_pts_t pointer, const char *name);

/* Ends the job unless the extent, which `access` ("read" or "write") names, lies in one live
 * object. */
void upcr_extent_check(enum upcr_collective which, struct upcr_extent extent, const char *access);

#endif
