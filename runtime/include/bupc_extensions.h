/* Extensions of Berkeley UPC that programs use. __BERKELEY_UPC__ is not defined: a program that asks for it asks for that
 * compiler's own runtime. */
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
bupc_tick_t bupc_ticks_now(void);
uint64_t bupc_ticks_to_us(bupc_tick_t ticks);
uint64_t bupc_ticks_to_ns(bupc_tick_t ticks);
double bupc_tick_granularityus(void);
double bupc_tick_overheadus(void);

/* Serves other threads and gives the core away; for a program's own waiting loops. */
void bupc_poll(void);

/* exit and getenv, for any thread. */
void bupc_exit(int status) __attribute__((noreturn));
char *bupc_getenv(const char *name);

/* How far apart two threads are: one of these, in growing order. */
#define BUPC_THREADS_SAME 0
#define BUPC_THREADS_VERYNEAR 5
#define BUPC_THREADS_NEAR 10
#define BUPC_THREADS_FAR 15
#define BUPC_THREADS_VERYFAR 20
unsigned int bupc_thread_distance(int thread_x, int thread_y);

/* Text of a pointer's parts. -1 if it does not fit in maxlen bytes, of which BUPC_DUMP_MIN_LENGTH are enough. */
#define BUPC_DUMP_MIN_LENGTH 100
int bupc_dump_shared(shared const void *ptr, char *buf, int maxlen);

/* p moved by elemincr elements of elemsz bytes, in blocks of blockelems elements (0: indefinite). */
shared void *bupc_ptradd(shared void *p, size_t blockelems, size_t elemsz, ptrdiff_t elemincr);

/* Transfers that a wait completes. A handle is of its thread. */
typedef unsigned long bupc_handle_t;
#define BUPC_COMPLETE_HANDLE ((bupc_handle_t)0)
bupc_handle_t bupc_memcpy_async(shared void *dst, shared const void *src, size_t n);
bupc_handle_t bupc_memget_async(void *dst, shared const void *src, size_t n);
bupc_handle_t bupc_memput_async(shared void *dst, const void *src, size_t n);
bupc_handle_t bupc_memset_async(shared void *dst, int c, size_t n);
void bupc_memcpy_asynci(shared void *dst, shared const void *src, size_t n);
void bupc_memget_asynci(void *dst, shared const void *src, size_t n);
void bupc_memput_asynci(shared void *dst, const void *src, size_t n);
void bupc_memset_asynci(shared void *dst, int c, size_t n);
void bupc_waitsync(bupc_handle_t handle);
void bupc_waitsync_all(bupc_handle_t *handles, size_t n);
int bupc_trysync(bupc_handle_t handle);
int bupc_trysync_all(bupc_handle_t *handles, size_t n);
void bupc_waitsynci(void);
int bupc_trysynci(void);

/* Chunks of `chunklen` bytes at distances of `stride` bytes, `chunkcount` of them; both sides have the same total. */
void bupc_memcpy_fstrided(shared void *dst, size_t dstchunklen, size_t dststride, size_t dstchunkcount,
                          shared const void *src, size_t srcchunklen, size_t srcstride, size_t srcchunkcount);
void bupc_memget_fstrided(void *dst, size_t dstchunklen, size_t dststride, size_t dstchunkcount, shared const void *src,
                          size_t srcchunklen, size_t srcstride, size_t srcchunkcount);
void bupc_memput_fstrided(shared void *dst, size_t dstchunklen, size_t dststride, size_t dstchunkcount, const void *src,
                          size_t srcchunklen, size_t srcstride, size_t srcchunkcount);
bupc_handle_t bupc_memcpy_fstrided_async(shared void *dst, size_t dstchunklen, size_t dststride, size_t dstchunkcount,
                                         shared const void *src, size_t srcchunklen, size_t srcstride,
                                         size_t srcchunkcount);
bupc_handle_t bupc_memget_fstrided_async(void *dst, size_t dstchunklen, size_t dststride, size_t dstchunkcount,
                                         shared const void *src, size_t srcchunklen, size_t srcstride,
                                         size_t srcchunkcount);
bupc_handle_t bupc_memput_fstrided_async(shared void *dst, size_t dstchunklen, size_t dststride, size_t dstchunkcount,
                                         const void *src, size_t srcchunklen, size_t srcstride, size_t srcchunkcount);

/* Semaphores, in the memory of the thread that allocates them. */
typedef shared struct upcr_semaphore bupc_sem_t;
#define BUPC_SEM_BOOLEAN 1 /* posts do not add up */
#define BUPC_SEM_INTEGER 2
#define BUPC_SEM_SPRODUCER 4
#define BUPC_SEM_MPRODUCER 8
#define BUPC_SEM_SCONSUMER 16
#define BUPC_SEM_MCONSUMER 32
#define BUPC_SEM_MAXVALUE 0x7fffffff
bupc_sem_t *bupc_sem_alloc(int flags);
void bupc_sem_free(bupc_sem_t *sem);
void bupc_sem_post(bupc_sem_t *sem);
void bupc_sem_postN(bupc_sem_t *sem, size_t n);
void bupc_sem_wait(bupc_sem_t *sem);
void bupc_sem_waitN(bupc_sem_t *sem, size_t n);
int bupc_sem_try(bupc_sem_t *sem);
int bupc_sem_tryN(bupc_sem_t *sem, size_t n);
void bupc_memput_signal(shared void *dst, const void *src, size_t n, bupc_sem_t *sem, size_t semval);
void bupc_memput_signal_async(shared void *dst, const void *src, size_t n, bupc_sem_t *sem, size_t semval);

/* Atomics: each gives the value before. Names are passed whole: <complex.h> makes I a macro, and programs others. */
#define bupc_atomic_access_(NAME, T, order)                                                                            \
  T NAME##_read_##order(shared void *ptr);                                                                             \
  void NAME##_set_##order(shared void *ptr, T val);                                                                    \
  T NAME##_swap_##order(shared void *ptr, T val);                                                                      \
  T NAME##_cswap_##order(shared void *ptr, T oldval, T newval);                                                        \
  T NAME##_fetchadd_##order(shared void *ptr, T op);
#define bupc_atomic_bits_(NAME, T, order)                                                                              \
  T NAME##_mswap_##order(shared void *ptr, T mask, T val);                                                             \
  T NAME##_fetchand_##order(shared void *ptr, T op);                                                                   \
  T NAME##_fetchor_##order(shared void *ptr, T op);                                                                    \
  T NAME##_fetchxor_##order(shared void *ptr, T op);                                                                   \
  T NAME##_fetchnot_##order(shared void *ptr);
#define bupc_atomic_floating_(NAME, T) bupc_atomic_access_(NAME, T, strict) bupc_atomic_access_(NAME, T, relaxed)
#define bupc_atomic_integer_(NAME, T)                                                                                  \
  bupc_atomic_floating_(NAME, T) bupc_atomic_bits_(NAME, T, strict) bupc_atomic_bits_(NAME, T, relaxed)
bupc_atomic_integer_(bupc_atomicI, int) bupc_atomic_integer_(bupc_atomicU, unsigned int)
    bupc_atomic_integer_(bupc_atomicUI, unsigned int) bupc_atomic_integer_(bupc_atomicL, long)
        bupc_atomic_integer_(bupc_atomicUL, unsigned long) bupc_atomic_integer_(bupc_atomicI32, int32_t)
            bupc_atomic_integer_(bupc_atomicU32, uint32_t) bupc_atomic_integer_(bupc_atomicI64, int64_t)
                bupc_atomic_integer_(bupc_atomicU64, uint64_t) bupc_atomic_floating_(bupc_atomicF, float)
                    bupc_atomic_floating_(bupc_atomicD, double)
#undef bupc_atomic_access_
#undef bupc_atomic_bits_
#undef bupc_atomic_floating_
#undef bupc_atomic_integer_

#endif
