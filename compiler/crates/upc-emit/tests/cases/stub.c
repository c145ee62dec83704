/* A runtime for tests of generated code: STUB_THREADS segments in one process, of whose threads only thread 0 runs main. */
#define UPCR_SETS_SELF
#include "upcr/upcr.h"

#include <stdio.h>
#include <stdlib.h>

enum { STATIC_BASE = 4096, SEGMENT = 1 << 20, PRIVATE = 16 << 20 };

#ifdef __UPCR_PTHREADS__
__thread struct upcr_thread upcr_self __attribute__((tls_model("initial-exec")));
__thread struct upcr_thread_now upcr_now __attribute__((tls_model("initial-exec")));
#else
struct upcr_thread upcr_self;
struct upcr_thread_now upcr_now;
#endif

/* The runtime's own slots: where the sections start. */
__asm__(".pushsection upcr_slot,\"aw\",@progbits\n\t.balign 8\nstub_shared: .quad __start_upcr_shared\n\t.popsection\n"
        ".pushsection upcr_shared,\"\",@nobits\n\t.zero 16\n\t.popsection\n"
        ".pushsection upcr_pslot,\"aw\",@progbits\n\t.balign 8\nstub_private: .quad __start_upcr_priv\n\t.popsection\n"
        ".pushsection upcr_priv,\"\",@nobits\n\t.zero 16\n\t.popsection");
extern unsigned long stub_shared, stub_private;
extern unsigned long __start_upcr_slot[], __stop_upcr_slot[], __start_upcr_pslot[], __stop_upcr_pslot[];
extern void (*const __start_upcr_init[])(void) __attribute__((weak));
extern void (*const __stop_upcr_init[])(void) __attribute__((weak));

static void rebase(unsigned long *from, unsigned long *to, unsigned long start, unsigned long base) {
  for (; from < to; from++)
    *from = *from - start + base;
}

__attribute__((constructor)) static void stub_start(void) {
  const char *setting = getenv("STUB_THREADS");
  int threads = setting ? atoi(setting) : 1;
  char **segments = calloc((size_t)threads, sizeof *segments);
  for (int t = 0; t < threads; t++)
    segments[t] = (char *)((unsigned long)calloc(1, SEGMENT) - upcr_pts_make((unsigned long)t, 0));
  rebase(__start_upcr_slot, __stop_upcr_slot, stub_shared, STATIC_BASE);
  rebase(__start_upcr_pslot, __stop_upcr_pslot, stub_private, 0);
  upcr_self.map = segments;
  upcr_self.first = segments[0];
  upcr_self.threads = threads;
  upcr_self.recip = ~0ul / (unsigned long)threads;
  upcr_self.apart = -1;
  upcr_self.priv = calloc(1, PRIVATE);
  for (upcr_self.mythread = threads - 1;; upcr_self.mythread--) {
    for (void (*const *f)(void) = __start_upcr_init; f < __stop_upcr_init; f++)
      (*f)();
    if (upcr_self.mythread == 0)
      break;
  }
}

void upcr_init_private(void *object, const void *image, unsigned long bytes) { __builtin_memcpy(object, image, bytes); }

unsigned long upcr_init_room(const char *object, const char *place, const void *image, unsigned long elems,
                             unsigned long room, unsigned long elem_size) {
  return elems < room ? elems : room;
}

void upcr_init_shared(upcr_pts_t object, const void *image, unsigned long elems, unsigned long block_size,
                      unsigned long elem_size) {
  for (unsigned long i = 0; i < elems; i++) {
    unsigned long block = block_size ? i / block_size : 0, t = block % (unsigned long)upcr_self.threads;
    unsigned long local = block_size ? block / (unsigned long)upcr_self.threads * block_size + i % block_size : i;
    if (t == (unsigned long)upcr_self.mythread)
      __builtin_memcpy(upcr_near(upcr_pts_make(t, upcr_pts_offset(object))) + local * elem_size,
                       (const char *)image + i * elem_size, elem_size);
  }
}

void upcr_init_shared_row(upcr_pts_t object, const void *image, unsigned long first, unsigned long elems,
                          unsigned long block_size, unsigned long elem_size) {
  for (unsigned long i = first; i < first + elems; i++) {
    unsigned long block = i / block_size, t = block % (unsigned long)upcr_self.threads;
    unsigned long local = block / (unsigned long)upcr_self.threads * block_size + i % block_size;
    if (t == (unsigned long)upcr_self.mythread)
      __builtin_memcpy(upcr_near(upcr_pts_make(t, upcr_pts_offset(object))) + local * elem_size,
                       (const char *)image + (i - first) * elem_size, elem_size);
  }
}

unsigned char upcr_wide_moves;
static int barriers, polls;
void upcr_barrier(int has_value, int value) { barriers += has_value ? value : 1; }
void upcr_notify(int has_value, int value) { barriers += has_value ? value : 1; }
void upcr_wait(int has_value, int value) { barriers += has_value ? value : 1; }
void upcr_poll_slow(void) { polls++; }
void upcr_fence_slow(void) {}
int stub_barriers(void) { return barriers; }
int stub_polls(void) { return polls; }

static void far(void) { abort(); }
void upcr_far_get(void *d, upcr_pts_t s, unsigned long n) { (void)d, (void)s, (void)n, far(); }
void upcr_far_get_object(void *d, upcr_pts_t s, unsigned long n) { (void)d, (void)s, (void)n, far(); }
void upcr_far_expect(upcr_pts_t p, unsigned long n, unsigned long m) { (void)(p + n + m), far(); }
void upcr_far_expect_here(upcr_pts_t p, unsigned long n, unsigned long m) { (void)(p + n + m), far(); }
int upcr_hold_far(void) { return 1; }
void upcr_held_far(void) {}
int upcr_count_far(void) { return 1; }
void upcr_counted_far(void) {}
void upcr_far_put(upcr_pts_t d, const void *s, unsigned long n) { (void)d, (void)s, (void)n, far(); }
void upcr_far_copy(upcr_pts_t d, upcr_pts_t s, unsigned long n) { (void)d, (void)s, (void)n, far(); }
void upcr_settle_far_slow(void) { far(); }
#define FAR_UPDATE(name, type)                                                                                         \
  void upcr_far_##name(upcr_pts_t p, type value) { (void)p, (void)value, far(); }
FAR_UPDATE(add_u32, unsigned)
FAR_UPDATE(and_u32, unsigned)
FAR_UPDATE(or_u32, unsigned)
FAR_UPDATE(xor_u32, unsigned)
FAR_UPDATE(add_u64, unsigned long)
FAR_UPDATE(and_u64, unsigned long)
FAR_UPDATE(or_u64, unsigned long)
FAR_UPDATE(xor_u64, unsigned long)
FAR_UPDATE(add_f32, float)
FAR_UPDATE(add_f64, double)
#define FAR_VALUE(suffix, type)                                                                                        \
  type upcr_far_get_##suffix(upcr_pts_t p) {                                                                           \
    (void)p;                                                                                                           \
    abort();                                                                                                           \
  }                                                                                                                    \
  void upcr_far_put_##suffix(upcr_pts_t p, type value) { (void)p, (void)value, far(); }
FAR_VALUE(u8, unsigned char)
FAR_VALUE(u16, unsigned short)
FAR_VALUE(u32, unsigned int)
FAR_VALUE(u64, unsigned long)
FAR_VALUE(f32, float)
FAR_VALUE(f64, double)
FAR_VALUE(ld, long double)
FAR_VALUE(pp, upcr_ppts_t)
void *upcr_local_fail(upcr_pts_t p) {
  (void)p;
  abort();
}

unsigned long upc_phaseof(upcr_ppts_t p) { return p.phase; }
unsigned long upc_threadof(upcr_ppts_t p) { return upcr_thread(p.p); }

#include "../../../../../runtime/src/core/out_of_line.c"
