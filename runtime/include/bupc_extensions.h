/* SPDX-License-Identifier: Apache-2.0 */
/* Extensions of Berkeley UPC that programs use (docs/compatibility.md).
 *
 * The functions are declared without the typedefs: a program may define a type of the same name,
 * which replaces the one here. */
#pragma GCC system_header
#pragma upc upc_code
#ifndef BUPC_EXTENSIONS_H
#define BUPC_EXTENSIONS_H

#include <stddef.h>
#include <stdint.h>

/* Clock. A tick is a nanosecond. */
typedef uint64_t bupc_tick_t;
#define BUPC_TICK_MIN ((bupc_tick_t)0)
#define BUPC_TICK_MAX (~(bupc_tick_t)0)
uint64_t bupc_ticks_now(void);
uint64_t bupc_ticks_to_us(uint64_t ticks);
uint64_t bupc_ticks_to_ns(uint64_t ticks);
double bupc_tick_granularityus(void);
double bupc_tick_overheadus(void);

/* Serves other threads and yields the core; for a program's own waiting loops. Berkeley's <upc.h>
 * has both names. */
void bupc_poll(void);
#ifndef upc_poll
void upc_poll(void);
#endif

/* exit and getenv, for any thread. */
void bupc_exit(int status) __attribute__((noreturn));
char *bupc_getenv(const char *name);

/* The distance of two threads: one of these, in increasing order. */
#define BUPC_THREADS_SAME 0
#define BUPC_THREADS_VERYNEAR 5
#define BUPC_THREADS_NEAR 10
#define BUPC_THREADS_FAR 15
#define BUPC_THREADS_VERYFAR 20
unsigned int bupc_thread_distance(int thread_x, int thread_y);

/* True if bupc_cast returns an address: for one pointer, for all pointers to a thread's data. */
int bupc_castable(shared const void *ptr);
int bupc_thread_castable(int threadnum);
void *bupc_cast(shared const void *ptr);
/* The pointer-to-shared, of phase 0, to the object at ptr; null if it is not in shared memory that
 * bupc_cast reaches. */
shared void *bupc_inverse_cast(void *ptr);

/* A compile-time error if `expression` is not of type TYPE. It is an expression of type void, or a
 * declaration at file scope. */
#define bupc_assert_type(expression, TYPE) __upcr_assert_type(expression, TYPE)

/* Writes a pointer's parts as text. -1 if it does not fit in maxlen bytes; BUPC_DUMP_MIN_LENGTH
 * suffice. */
#define BUPC_DUMP_MIN_LENGTH 100
int bupc_dump_shared(shared const void *ptr, char *buf, int maxlen);

/* p moved by elemincr elements of elemsz bytes, in blocks of blockelems elements (0: indefinite).
 */
shared void *bupc_ptradd(shared void *p, size_t blockelems, size_t elemsz, ptrdiff_t elemincr);

/* Transfers completed by a wait. A handle belongs to its thread. */
typedef unsigned long bupc_handle_t;
#define BUPC_COMPLETE_HANDLE ((bupc_handle_t)0)
unsigned long bupc_memcpy_async(shared void *dst, shared const void *src, size_t n);
unsigned long bupc_memget_async(void *dst, shared const void *src, size_t n);
unsigned long bupc_memput_async(shared void *dst, const void *src, size_t n);
unsigned long bupc_memset_async(shared void *dst, int c, size_t n);
void bupc_memcpy_asynci(shared void *dst, shared const void *src, size_t n);
void bupc_memget_asynci(void *dst, shared const void *src, size_t n);
void bupc_memput_asynci(shared void *dst, const void *src, size_t n);
void bupc_memset_asynci(shared void *dst, int c, size_t n);
void bupc_waitsync(unsigned long handle);
void bupc_waitsync_all(unsigned long *handles, size_t n);
int bupc_trysync(unsigned long handle);
int bupc_trysync_all(unsigned long *handles, size_t n);
/* Waits until at least one of the incomplete ones is complete; completed ones become
 * BUPC_COMPLETE_HANDLE. */
void bupc_waitsync_some(unsigned long *handles, size_t n);
int bupc_trysync_some(unsigned long *handles, size_t n);
void bupc_waitsynci(void);
int bupc_trysynci(void);
/* Returns one handle for all bupc_..._asynci between the two calls. Regions do not nest. */
void bupc_begin_accessregion(void);
unsigned long bupc_end_accessregion(void);

/* Chunks of `chunklen` bytes at distances of `stride` bytes, `chunkcount` of them; both sides have
 * the same total. */
void bupc_memcpy_fstrided(shared void *dst, size_t dstchunklen, size_t dststride,
                          size_t dstchunkcount, shared const void *src, size_t srcchunklen,
                          size_t srcstride, size_t srcchunkcount);
void bupc_memget_fstrided(void *dst, size_t dstchunklen, size_t dststride, size_t dstchunkcount,
                          shared const void *src, size_t srcchunklen, size_t srcstride,
                          size_t srcchunkcount);
void bupc_memput_fstrided(shared void *dst, size_t dstchunklen, size_t dststride,
                          size_t dstchunkcount, const void *src, size_t srcchunklen,
                          size_t srcstride, size_t srcchunkcount);
unsigned long bupc_memcpy_fstrided_async(shared void *dst, size_t dstchunklen, size_t dststride,
                                         size_t dstchunkcount, shared const void *src,
                                         size_t srcchunklen, size_t srcstride,
                                         size_t srcchunkcount);
unsigned long bupc_memget_fstrided_async(void *dst, size_t dstchunklen, size_t dststride,
                                         size_t dstchunkcount, shared const void *src,
                                         size_t srcchunklen, size_t srcstride,
                                         size_t srcchunkcount);
unsigned long bupc_memput_fstrided_async(shared void *dst, size_t dstchunklen, size_t dststride,
                                         size_t dstchunkcount, const void *src, size_t srcchunklen,
                                         size_t srcstride, size_t srcchunkcount);

/* The same with arbitrary pieces of memory: a list of them on each side; addresses of pieces of one
 * size; and boxes of stridelevels + 1 dimensions: count[0] contiguous bytes, and count[k] boxes of
 * one dimension less at distances of strides[k - 1] bytes. */
struct upcr_pmemvec {
  void *addr;
  size_t len;
};
struct upcr_smemvec {
  shared void *addr;
  size_t len;
};
typedef struct upcr_pmemvec bupc_pmemvec_t;
typedef struct upcr_smemvec bupc_smemvec_t;
void bupc_memcpy_vlist(size_t dstcount, const struct upcr_smemvec dstlist[], size_t srccount,
                       const struct upcr_smemvec srclist[]);
void bupc_memget_vlist(size_t dstcount, const struct upcr_pmemvec dstlist[], size_t srccount,
                       const struct upcr_smemvec srclist[]);
void bupc_memput_vlist(size_t dstcount, const struct upcr_smemvec dstlist[], size_t srccount,
                       const struct upcr_pmemvec srclist[]);
void bupc_memcpy_ilist(size_t dstcount, shared void *const dstlist[], size_t dstlen,
                       size_t srccount, shared const void *const srclist[], size_t srclen);
void bupc_memget_ilist(size_t dstcount, void *const dstlist[], size_t dstlen, size_t srccount,
                       shared const void *const srclist[], size_t srclen);
void bupc_memput_ilist(size_t dstcount, shared void *const dstlist[], size_t dstlen,
                       size_t srccount, const void *const srclist[], size_t srclen);
void bupc_memcpy_strided(shared void *dst, const size_t dststrides[], shared const void *src,
                         const size_t srcstrides[], const size_t count[], size_t stridelevels);
void bupc_memget_strided(void *dst, const size_t dststrides[], shared const void *src,
                         const size_t srcstrides[], const size_t count[], size_t stridelevels);
void bupc_memput_strided(shared void *dst, const size_t dststrides[], const void *src,
                         const size_t srcstrides[], const size_t count[], size_t stridelevels);
unsigned long bupc_memcpy_vlist_async(size_t dstcount, const struct upcr_smemvec dstlist[],
                                      size_t srccount, const struct upcr_smemvec srclist[]);
unsigned long bupc_memget_vlist_async(size_t dstcount, const struct upcr_pmemvec dstlist[],
                                      size_t srccount, const struct upcr_smemvec srclist[]);
unsigned long bupc_memput_vlist_async(size_t dstcount, const struct upcr_smemvec dstlist[],
                                      size_t srccount, const struct upcr_pmemvec srclist[]);
unsigned long bupc_memcpy_ilist_async(size_t dstcount, shared void *const dstlist[], size_t dstlen,
                                      size_t srccount, shared const void *const srclist[],
                                      size_t srclen);
unsigned long bupc_memget_ilist_async(size_t dstcount, void *const dstlist[], size_t dstlen,
                                      size_t srccount, shared const void *const srclist[],
                                      size_t srclen);
unsigned long bupc_memput_ilist_async(size_t dstcount, shared void *const dstlist[], size_t dstlen,
                                      size_t srccount, const void *const srclist[], size_t srclen);
unsigned long bupc_memcpy_strided_async(shared void *dst, const size_t dststrides[],
                                        shared const void *src, const size_t srcstrides[],
                                        const size_t count[], size_t stridelevels);
unsigned long bupc_memget_strided_async(void *dst, const size_t dststrides[],
                                        shared const void *src, const size_t srcstrides[],
                                        const size_t count[], size_t stridelevels);
unsigned long bupc_memput_strided_async(shared void *dst, const size_t dststrides[],
                                        const void *src, const size_t srcstrides[],
                                        const size_t count[], size_t stridelevels);

/* Semaphores, in the memory of the thread that allocates them. */
struct upcr_semaphore;
typedef shared struct upcr_semaphore bupc_sem_t;
#define BUPC_SEM_BOOLEAN 1 /* posts do not add up */
#define BUPC_SEM_INTEGER 2
#define BUPC_SEM_SPRODUCER 4
#define BUPC_SEM_MPRODUCER 8
#define BUPC_SEM_SCONSUMER 16
#define BUPC_SEM_MCONSUMER 32
#define BUPC_SEM_MAXVALUE 0x7fffffff
shared struct upcr_semaphore *bupc_sem_alloc(int flags);
void bupc_sem_free(shared struct upcr_semaphore *sem);
void bupc_sem_post(shared struct upcr_semaphore *sem);
void bupc_sem_postN(shared struct upcr_semaphore *sem, size_t n);
void bupc_sem_wait(shared struct upcr_semaphore *sem);
void bupc_sem_waitN(shared struct upcr_semaphore *sem, size_t n);
int bupc_sem_try(shared struct upcr_semaphore *sem);
int bupc_sem_tryN(shared struct upcr_semaphore *sem, size_t n);
/* Copies n bytes as upc_memput does and adds semval to the semaphore; the thread that takes the
 * post sees the bytes. The source may be changed on return. Between nodes one message does both,
 * without a reply. The thread that takes the post also sees earlier writes to the same thread, and
 * those completed by a fence. */
void bupc_memput_signal(shared void *dst, const void *src, size_t n,
                        shared struct upcr_semaphore *sem, size_t semval);
void bupc_memput_signal_async(shared void *dst, const void *src, size_t n,
                              shared struct upcr_semaphore *sem, size_t semval);

#include "bupc_atomics.h"

/* Masks of the trace and of statistics. This runtime writes neither: masks are always empty, and
 * nothing is printed. bupc_trace_printf takes its arguments in two pairs of parentheses and does
 * not evaluate them. */
const char *bupc_trace_getmask(void);
void bupc_trace_setmask(const char *newmask);
int bupc_trace_gettracelocal(void);
void bupc_trace_settracelocal(int newval);
const char *bupc_stats_getmask(void);
void bupc_stats_setmask(const char *newmask);
#define bupc_trace_printf(parenthesised_arguments) ((void)0)

#ifdef __BERKELEY_UPC_RUNTIME__
#include "upcr/gasnet_tools.h"
#endif

#endif

#ifdef BUPC_USE_UPC_NAMESPACE
#include "upcr/proposed_names.h"
#endif
