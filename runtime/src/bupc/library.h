/* The functions of <bupc_extensions.h> and <bupc_collectivev.h> as C sees them, but for the atomics (atomic.c). */
#ifndef UPCR_BUPC_LIBRARY_H
#define UPCR_BUPC_LIBRARY_H

#include <stddef.h>
#include <stdint.h>
#include <upcr/upcr.h>

uint64_t bupc_ticks_now(void);
uint64_t bupc_ticks_to_us(uint64_t ticks);
uint64_t bupc_ticks_to_ns(uint64_t ticks);
double bupc_tick_granularityus(void);
double bupc_tick_overheadus(void);
void bupc_poll(void);
_Noreturn void bupc_exit(int status);
char *bupc_getenv(const char *name);
unsigned bupc_thread_distance(int thread_x, int thread_y);
int bupc_dump_shared(upcr_ppts_t ptr, char *buf, int maxlen);
upcr_ppts_t bupc_ptradd(upcr_ppts_t p, size_t blockelems, size_t elemsz, ptrdiff_t elemincr);

unsigned long bupc_memcpy_async(upcr_ppts_t dst, upcr_ppts_t src, size_t n);
unsigned long bupc_memget_async(void *dst, upcr_ppts_t src, size_t n);
unsigned long bupc_memput_async(upcr_ppts_t dst, const void *src, size_t n);
unsigned long bupc_memset_async(upcr_ppts_t dst, int c, size_t n);
void bupc_memcpy_asynci(upcr_ppts_t dst, upcr_ppts_t src, size_t n);
void bupc_memget_asynci(void *dst, upcr_ppts_t src, size_t n);
void bupc_memput_asynci(upcr_ppts_t dst, const void *src, size_t n);
void bupc_memset_asynci(upcr_ppts_t dst, int c, size_t n);
void bupc_waitsync(unsigned long handle);
void bupc_waitsync_all(unsigned long *handles, size_t n);
int bupc_trysync(unsigned long handle);
int bupc_trysync_all(unsigned long *handles, size_t n);
void bupc_waitsynci(void);
int bupc_trysynci(void);

upcr_pts_t bupc_sem_alloc(int flags);
void bupc_sem_free(upcr_pts_t sem);
void bupc_sem_post(upcr_pts_t sem);
void bupc_sem_postN(upcr_pts_t sem, size_t n);
void bupc_sem_wait(upcr_pts_t sem);
void bupc_sem_waitN(upcr_pts_t sem, size_t n);
int bupc_sem_try(upcr_pts_t sem);
int bupc_sem_tryN(upcr_pts_t sem, size_t n);
void bupc_memput_signal(upcr_ppts_t dst, const void *src, size_t n, upcr_pts_t sem, size_t semval);
void bupc_memput_signal_async(upcr_ppts_t dst, const void *src, size_t n, upcr_pts_t sem, size_t semval);

void upcr_allv_broadcast(void *value, size_t size, int root);
void upcr_allv_scatter(void *value, size_t size, int root, const void *rootsrc);
void *upcr_allv_gather(const void *value, size_t size, int root, void *rootdst);
void *upcr_allv_gather_all(const void *value, size_t size, void *dst);
void *upcr_allv_exchange(const void *src, size_t size, void *dst);
void upcr_allv_permute(void *value, size_t size, int tothread);
void upcr_allv_reduce(void *value, size_t size, int type, int op, int root);
void upcr_allv_reduce_all(void *value, size_t size, int type, int op);
void upcr_allv_prefix_reduce(void *value, size_t size, int type, int op);

#endif
