/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of <bupc_extensions.h> as C sees them, without the atomics (bupc_atomic.c) and the
 * transfers in pieces (pieces.h).
 *
 * Their names are not reserved: a program may define a function or a variable of the same name.
 * They are weak, so the program's definition wins even if the linker needs this archive member for
 * another function. Hence nothing in the library may call them. */
#ifndef UPCR_BUPC_BUPC_LIBRARY_H
#define UPCR_BUPC_BUPC_LIBRARY_H

#include <stddef.h>
#include <stdint.h>
#include <upcr/upcr.h>
#include <upcr/values.h>

#define UPCR_EXTENSION __attribute__((weak))

UPCR_EXTENSION uint64_t bupc_ticks_now(void);
UPCR_EXTENSION uint64_t bupc_ticks_to_us(uint64_t ticks);
UPCR_EXTENSION uint64_t bupc_ticks_to_ns(uint64_t ticks);
UPCR_EXTENSION double bupc_tick_granularityus(void);
UPCR_EXTENSION double bupc_tick_overheadus(void);
UPCR_EXTENSION void bupc_poll(void);
UPCR_EXTENSION void upc_poll(void);
UPCR_EXTENSION _Noreturn void bupc_exit(int status);
UPCR_EXTENSION char *bupc_getenv(const char *name);
UPCR_EXTENSION unsigned bupc_thread_distance(int thread_x, int thread_y);
UPCR_EXTENSION int bupc_castable(upcr_ppts_t ptr);
UPCR_EXTENSION int bupc_thread_castable(int threadnum);
UPCR_EXTENSION void *bupc_cast(upcr_ppts_t ptr);
UPCR_EXTENSION upcr_ppts_t bupc_inverse_cast(void *ptr);
UPCR_EXTENSION int bupc_dump_shared(upcr_ppts_t ptr, char *buf, int maxlen);
UPCR_EXTENSION upcr_ppts_t bupc_ptradd(upcr_ppts_t p, size_t blockelems, size_t elemsz,
                                       ptrdiff_t elemincr);

UPCR_EXTENSION const char *bupc_trace_getmask(void);
UPCR_EXTENSION void bupc_trace_setmask(const char *newmask);
UPCR_EXTENSION int bupc_trace_gettracelocal(void);
UPCR_EXTENSION void bupc_trace_settracelocal(int newval);
UPCR_EXTENSION const char *bupc_stats_getmask(void);
UPCR_EXTENSION void bupc_stats_setmask(const char *newmask);

UPCR_EXTENSION unsigned long bupc_memcpy_async(upcr_ppts_t dst, upcr_ppts_t src, size_t n);
UPCR_EXTENSION unsigned long bupc_memget_async(void *dst, upcr_ppts_t src, size_t n);
UPCR_EXTENSION unsigned long bupc_memput_async(upcr_ppts_t dst, const void *src, size_t n);
UPCR_EXTENSION unsigned long bupc_memset_async(upcr_ppts_t dst, int c, size_t n);
UPCR_EXTENSION void bupc_memcpy_asynci(upcr_ppts_t dst, upcr_ppts_t src, size_t n);
UPCR_EXTENSION void bupc_memget_asynci(void *dst, upcr_ppts_t src, size_t n);
UPCR_EXTENSION void bupc_memput_asynci(upcr_ppts_t dst, const void *src, size_t n);
UPCR_EXTENSION void bupc_memset_asynci(upcr_ppts_t dst, int c, size_t n);
UPCR_EXTENSION void bupc_waitsync(unsigned long handle);
UPCR_EXTENSION void bupc_waitsync_all(unsigned long *handles, size_t n);
UPCR_EXTENSION int bupc_trysync(unsigned long handle);
UPCR_EXTENSION int bupc_trysync_all(unsigned long *handles, size_t n);
UPCR_EXTENSION void bupc_waitsync_some(unsigned long *handles, size_t n);
UPCR_EXTENSION int bupc_trysync_some(unsigned long *handles, size_t n);
UPCR_EXTENSION void bupc_begin_accessregion(void);
UPCR_EXTENSION unsigned long bupc_end_accessregion(void);
UPCR_EXTENSION void bupc_waitsynci(void);
UPCR_EXTENSION int bupc_trysynci(void);

UPCR_EXTENSION upcr_pts_t bupc_sem_alloc(int flags);
UPCR_EXTENSION void bupc_sem_free(upcr_pts_t sem);
UPCR_EXTENSION void bupc_sem_post(upcr_pts_t sem);
UPCR_EXTENSION void bupc_sem_postN(upcr_pts_t sem, size_t n);
UPCR_EXTENSION void bupc_sem_wait(upcr_pts_t sem);
UPCR_EXTENSION void bupc_sem_waitN(upcr_pts_t sem, size_t n);
UPCR_EXTENSION int bupc_sem_try(upcr_pts_t sem);
UPCR_EXTENSION int bupc_sem_tryN(upcr_pts_t sem, size_t n);
UPCR_EXTENSION void bupc_memput_signal(upcr_ppts_t dst, const void *src, size_t n, upcr_pts_t sem,
                                       size_t semval);
UPCR_EXTENSION void bupc_memput_signal_async(upcr_ppts_t dst, const void *src, size_t n,
                                             upcr_pts_t sem, size_t semval);

#endif
