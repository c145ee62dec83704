/* SPDX-License-Identifier: Apache-2.0 */
/* The UPC thread: upcr_self, MYTHREAD, THREADS (docs/abi.md section 2). */
#pragma GCC system_header
#ifndef UPCR_THREAD_H
#define UPCR_THREAD_H

/* One per UPC thread; the layout is ABI. Set before main and constant from then on; declared const,
 * it stays in registers across calls, also of far accesses. The runtime's start, which sets it,
 * defines UPCR_SETS_SELF. */
struct upcr_thread {
  /* map[t]: where offset 0 of thread t's segment is mapped here, less t << 40; 0: far. */
  char *const *map;
  int mythread, threads;
  unsigned long recip; /* floor((2^64-1) / threads), for i / threads without a division */
  char *priv;          /* -pthreads: this thread's block of large private statics */
  long apart;          /* bytes from each thread's segment to the next; -1: some are far */
  char *first;         /* map[0], a constant for the compiler, unlike the table */
};

/* The state of a thread that changes while it runs. */
struct upcr_thread_now {
  /* Open upc_forall loops with affinity: > 0 in the extent of a controlling one. */
  int forall_depth;
  int poll_budget;    /* loop polls left before the thread yields its core */
  const char *file;   /* source file that checked code is in (upcr/check.h), 0: none */
  int line;           /* valid with file */
  int oversubscribed; /* more threads than processors: calls of waiting loops are counted */
  /* Relaxed puts to far memory may be under way, which synchronisations complete. */
  int far_relaxed;
  int unsure_calls; /* if oversubscribed: since the clock was read (core/poll.h) */
  int holding;      /* open loops whose far updates may be held back (upcr_hold) */
};

/* Loops that end whatever other threads write (upcr_counted_begin). Each of the program's own
 * pthreads has its own, since OpenMP's execute such loops at once. */
struct upcr_counted {
  int open;         /* that have not ended */
  unsigned entered; /* outside of others, so far */
  const void *site; /* an address in the code of the last of these */
};

#ifdef UPCR_SETS_SELF
#define upcr_self_const_
#else
#define upcr_self_const_ const
#endif

#ifdef __UPCR_PTHREADS__
extern __thread upcr_self_const_ struct upcr_thread upcr_self
    __attribute__((tls_model("initial-exec")));
extern __thread struct upcr_thread_now upcr_now __attribute__((tls_model("initial-exec")));
#else
extern upcr_self_const_ struct upcr_thread upcr_self;
extern struct upcr_thread_now upcr_now;
#endif
extern __thread struct upcr_counted upcr_counted __attribute__((tls_model("initial-exec")));
#undef upcr_self_const_

/* THREADS is known to be 1, until upcr.h ends. */
#if defined(__UPCR_STATIC_THREADS__) && __UPCR_STATIC_THREADS__ == 1
#define upcr_one_thread_ 1
#else
#define upcr_one_thread_ 0
#endif

/* Of upcr_now.far_relaxed: far stores are cached (core/far_cache_stores.c of the runtime). */
#define UPCR_CACHED_STORES 8

/* Around a loop that neither synchronises nor waits: its relaxed far updates may share messages,
 * which are sent when it ends. Not cold: the loops around which far memory is certain are not. */
int upcr_hold_far(void) __attribute__((leaf));
void upcr_held_far(void) __attribute__((leaf));

static __inline__ __attribute__((always_inline, unused)) int upcr_hold(void) {
  return upcr_self.apart >= 0 ? 0 : upcr_hold_far();
}

static __inline__ __attribute__((always_inline, unused)) void upcr_release(int *held) {
  (void)held;
  if (upcr_self.apart < 0)
    upcr_held_far();
}

/* Around a loop that ends whatever other threads write, and so do all loops in the functions that
 * it calls: far data that it reads are kept until the thread synchronises, and its far stores until
 * it ends at most. */
int upcr_count_far(void) __attribute__((leaf));
void upcr_counted_far(void) __attribute__((leaf));

static __inline__ __attribute__((always_inline, unused)) int upcr_counted_begin(void) {
  return upcr_self.apart >= 0 ? 0 : upcr_count_far();
}

static __inline__ __attribute__((always_inline, unused)) void upcr_counted_end(int *counted) {
  (void)counted;
  if (upcr_self.apart < 0)
    upcr_counted_far();
}

static __inline__ __attribute__((always_inline, unused)) int upcr_mythread(void) {
  return upcr_one_thread_ ? 0 : upcr_self.mythread;
}

/* A constant if the number of threads is fixed at translation (-D__UPCR_STATIC_THREADS__=N). */
static __inline__ __attribute__((always_inline, unused)) int upcr_threads(void) {
#ifdef __UPCR_STATIC_THREADS__
  return __UPCR_STATIC_THREADS__;
#else
  return upcr_self.threads;
#endif
}

#endif
