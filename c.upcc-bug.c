# 0 "/tmp/fzw/c.upc"
# 0 "<built-in>"
# 0 "<command-line>"
# 1 "/usr/include/stdc-predef.h" 1 3 4
# 0 "<command-line>" 2
# 1 "/tmp/wt/fz/build/include/upcr/preinclude.h" 1

       
# 3 "/tmp/wt/fz/build/include/upcr/preinclude.h" 3
# 1 "/tmp/wt/fz/build/include/upcr/upcr.h" 1 3




       
# 6 "/tmp/wt/fz/build/include/upcr/upcr.h" 3



# 1 "/tmp/wt/fz/build/include/upcr/thread.h" 1 3

       
# 3 "/tmp/wt/fz/build/include/upcr/thread.h" 3






# 8 "/tmp/wt/fz/build/include/upcr/thread.h" 3
struct upcr_thread {
  char *const *map;
  int mythread, threads;
  unsigned long recip;
  char *priv;
};


struct upcr_thread_now {
  int forall_depth;
  int poll_budget;
  const char *file;
  int line;
};
# 30 "/tmp/wt/fz/build/include/upcr/thread.h" 3
extern __thread const struct upcr_thread upcr_self __attribute__((tls_model("initial-exec")));
extern __thread struct upcr_thread_now upcr_now __attribute__((tls_model("initial-exec")));






static __inline__ __attribute__((always_inline, unused)) int upcr_mythread(void) { return upcr_self.mythread; }


static __inline__ __attribute__((always_inline, unused)) int upcr_threads(void) {



  return upcr_self.threads;

}
# 10 "/tmp/wt/fz/build/include/upcr/upcr.h" 2 3

# 1 "/tmp/wt/fz/build/include/upcr/pts.h" 1 3





       
# 7 "/tmp/wt/fz/build/include/upcr/pts.h" 3



typedef unsigned long upcr_pts_t;
typedef struct upcr_ppts {
  upcr_pts_t p;
  unsigned long phase;
} __attribute__((aligned(16))) upcr_ppts_t;

__extension__ typedef unsigned __int128 upcr_u128_t;

_Static_assert(sizeof(unsigned long) == 8 && sizeof(void *) == 8, "the runtime needs an LP64 target");

enum { UPCR_PTS_OFFSET_BITS = 40 };




static __inline__ __attribute__((always_inline, unused)) unsigned long upcr_pts_offset(upcr_pts_t p) { return p & ((1ul << UPCR_PTS_OFFSET_BITS) - 1); }

static __inline__ __attribute__((always_inline, unused)) upcr_pts_t upcr_pts_make(unsigned long thread, unsigned long offset) {
  return thread << UPCR_PTS_OFFSET_BITS | offset;
}

static __inline__ __attribute__((always_inline, unused)) unsigned long upcr_thread(upcr_pts_t p) { return p >> UPCR_PTS_OFFSET_BITS; }

static __inline__ __attribute__((always_inline, unused)) upcr_ppts_t upcr_pp(upcr_pts_t p, unsigned long phase) {
  upcr_ppts_t pp = {p, phase};
  return pp;
}

static __inline__ __attribute__((always_inline, unused)) int upcr_ppeq(upcr_ppts_t a, upcr_ppts_t b) { return a.p == b.p; }

static __inline__ __attribute__((always_inline, unused)) int upcr_ppcond(upcr_ppts_t p) { return p.p != 0; }


static __inline__ __attribute__((always_inline, unused)) long upcr_floor_div(long i, unsigned long d) {
  if (__builtin_constant_p(d) && (d & (d - 1)) == 0)
    return i >> __builtin_ctzl(d);

  return i >= 0 ? (long)((unsigned long)i / d) : (long)~(~(unsigned long)i / d);
}



static __inline__ __attribute__((always_inline, unused)) long upcr_div_threads(long i) {



  unsigned long sign = (unsigned long)(i >> 63);
  unsigned long n = (unsigned long)i ^ sign;
  if (__builtin_expect(n >> 40 != 0, 0))
    return upcr_floor_div(i, (unsigned long)upcr_self.threads);
  return (long)((unsigned long)((upcr_u128_t)(n + 1) * upcr_self.recip >> 64) ^ sign);

}


static __inline__ __attribute__((always_inline, unused)) upcr_pts_t upcr_pts_move(upcr_pts_t p, long threads, unsigned long bytes) {
  return (((p >> UPCR_PTS_OFFSET_BITS) + (unsigned long)threads) << UPCR_PTS_OFFSET_BITS) | upcr_pts_offset(p + bytes);
}


static __inline__ __attribute__((always_inline, unused)) upcr_pts_t upcr_pts_index(upcr_pts_t start, long threads, unsigned long bytes) {
  return start + ((unsigned long)threads << UPCR_PTS_OFFSET_BITS) + bytes;
}

static __inline__ __attribute__((always_inline, unused)) upcr_pts_t upcr_add0(upcr_pts_t p, long bytes) { return p + (unsigned long)bytes; }


static __inline__ __attribute__((always_inline, unused)) upcr_pts_t upcr_pts_next_thread(upcr_pts_t p, unsigned long bytes) {
  unsigned long next = upcr_thread(p) + 1;
  return next == (unsigned long)upcr_threads() ? upcr_pts_offset(p + bytes) : p + (1ul << UPCR_PTS_OFFSET_BITS);
}

static __inline__ __attribute__((always_inline, unused)) upcr_pts_t upcr_pts_previous_thread(upcr_pts_t p, unsigned long bytes) {
  unsigned long thread = upcr_thread(p);
  return thread == 0 ? upcr_pts_make((unsigned long)upcr_threads() - 1, upcr_pts_offset(p - bytes))
                     : p - (1ul << UPCR_PTS_OFFSET_BITS);
}

static __inline__ __attribute__((always_inline, unused)) upcr_pts_t upcr_add1(upcr_pts_t p, long elems, unsigned long elem_size) {
  if (__builtin_constant_p(elems) && elems == 1)
    return upcr_pts_next_thread(p, elem_size);
  if (__builtin_constant_p(elems) && elems == -1)
    return upcr_pts_previous_thread(p, elem_size);
  long row = upcr_div_threads((long)upcr_thread(p) + elems);
  return upcr_pts_move(p, elems - row * upcr_threads(), (unsigned long)row * elem_size);
}


static __inline__ __attribute__((always_inline, unused)) upcr_ppts_t upcr_ppts_next(upcr_ppts_t p, unsigned long block_size, unsigned long elem_size) {
  if (__builtin_expect(p.phase + 1 < block_size, 1))
    return upcr_pp(upcr_pts_move(p.p, 0, elem_size), p.phase + 1);
  upcr_pts_t first = upcr_pts_move(p.p, 0, elem_size - block_size * elem_size);
  return upcr_pp(upcr_pts_next_thread(first, block_size * elem_size), 0);
}

static __inline__ __attribute__((always_inline, unused)) upcr_ppts_t upcr_ppts_previous(upcr_ppts_t p, unsigned long block_size, unsigned long elem_size) {
  if (__builtin_expect(p.phase > 0, 1))
    return upcr_pp(upcr_pts_move(p.p, 0, -elem_size), p.phase - 1);
  upcr_pts_t last = upcr_pts_move(p.p, 0, block_size * elem_size - elem_size);
  return upcr_pp(upcr_pts_previous_thread(last, block_size * elem_size), block_size - 1);
}

static __inline__ __attribute__((always_inline, unused)) upcr_ppts_t upcr_addb(upcr_ppts_t p, long elems, unsigned long block_size, unsigned long elem_size) {
  if (__builtin_constant_p(elems) && elems == 1)
    return upcr_ppts_next(p, block_size, elem_size);
  if (__builtin_constant_p(elems) && elems == -1)
    return upcr_ppts_previous(p, block_size, elem_size);
  long position = (long)p.phase + elems;
  long blocks = upcr_floor_div(position, block_size);
  unsigned long phase = (unsigned long)position - (unsigned long)blocks * block_size;
  long row = upcr_div_threads((long)upcr_thread(p.p) + blocks);
  unsigned long local = (unsigned long)row * block_size + phase - p.phase;
  return upcr_pp(upcr_pts_move(p.p, blocks - row * upcr_threads(), local * elem_size), phase);
}

static __inline__ __attribute__((always_inline, unused)) upcr_pts_t upcr_idx1(upcr_pts_t start, long elem, unsigned long elem_size) {
  long row = upcr_div_threads(elem);
  return upcr_pts_index(start, elem - row * upcr_threads(), (unsigned long)row * elem_size);
}

static __inline__ __attribute__((always_inline, unused)) upcr_pts_t upcr_idxb(upcr_pts_t start, long elem, unsigned long block_size, unsigned long elem_size) {
  long block = upcr_floor_div(elem, block_size);
  unsigned long phase = (unsigned long)elem - (unsigned long)block * block_size;
  long row = upcr_div_threads(block);
  unsigned long local = (unsigned long)row * block_size + phase;
  return upcr_pts_index(start, block - row * upcr_threads(), local * elem_size);
}


static __inline__ __attribute__((always_inline, unused)) long upcr_local_distance(upcr_pts_t a, upcr_pts_t b, unsigned long elem_size) {
  return ((long)upcr_pts_offset(a) - (long)upcr_pts_offset(b)) / (long)elem_size;
}

static __inline__ __attribute__((always_inline, unused)) long upcr_diff0(upcr_pts_t a, upcr_pts_t b, unsigned long elem_size) {
  return upcr_local_distance(a, b, elem_size);
}

static __inline__ __attribute__((always_inline, unused)) long upcr_diff1(upcr_pts_t a, upcr_pts_t b, unsigned long elem_size) {
  return upcr_local_distance(a, b, elem_size) * upcr_threads() + (long)upcr_thread(a) - (long)upcr_thread(b);
}

static __inline__ __attribute__((always_inline, unused)) long upcr_diffb(upcr_ppts_t a, upcr_ppts_t b, unsigned long block_size, unsigned long elem_size) {
  long phases = (long)a.phase - (long)b.phase;
  long rows = upcr_floor_div(upcr_local_distance(a.p, b.p, elem_size) - phases, block_size);
  long threads = (long)upcr_thread(a.p) - (long)upcr_thread(b.p);
  return (rows * upcr_threads() + threads) * (long)block_size + phases;
}
# 12 "/tmp/wt/fz/build/include/upcr/upcr.h" 2 3

# 1 "/tmp/wt/fz/build/include/upcr/abi.h" 1 3


       
# 4 "/tmp/wt/fz/build/include/upcr/abi.h" 3





extern void upcr_barrier(int has_value, int value);

extern void upcr_notify(int has_value, int value);

extern void upcr_wait(int has_value, int value);

extern void upcr_init_shared(upcr_pts_t object, const void *image, unsigned long elems, unsigned long block_size, unsigned long elem_size);

extern void upcr_init_private(void *object, const void *image, unsigned long bytes);
extern void upcr_far_get(void *dst, upcr_pts_t src, unsigned long n);
extern void upcr_far_put(upcr_pts_t dst, const void *src, unsigned long n);
extern void upcr_far_copy(upcr_pts_t dst, upcr_pts_t src, unsigned long n);
extern void upcr_poll_slow(void);

extern void *upcr_local_fail(upcr_pts_t p);

extern upcr_pts_t upcr_check_access(upcr_pts_t p, unsigned long n, unsigned long align, int kind, const char *file, int line);

extern long upcr_check_index(long i, long count, int past, const char *array, const char *file, int line);

extern void *upcr_check_local(upcr_pts_t p, const char *file, int line);

extern upcr_ppts_t upcr_check_phase(upcr_ppts_t p, unsigned long block_size, const char *file, int line);

extern long upcr_check_diff0(upcr_pts_t a, upcr_pts_t b, unsigned long elem_size, const char *file, int line);

extern long upcr_check_diff1(upcr_pts_t a, upcr_pts_t b, unsigned long elem_size, const char *file, int line);

extern long upcr_check_diffb(upcr_ppts_t a, upcr_ppts_t b, unsigned long block_size, unsigned long elem_size, const char *file, int line);

extern int upcr_check_forall_begin(const char *file, int line);

extern void upcr_check_forall_end(const int *outermost);

extern int upcr_check_mine_i(long affinity);

extern int upcr_check_mine_u(unsigned long affinity);

extern int upcr_check_mine_p(upcr_pts_t affinity);
# 14 "/tmp/wt/fz/build/include/upcr/upcr.h" 2 3

# 1 "/tmp/wt/fz/build/include/upcr/access.h" 1 3





       
# 7 "/tmp/wt/fz/build/include/upcr/access.h" 3





void upcr_far_get(void *dst, upcr_pts_t src, unsigned long n) __attribute__((cold));
void upcr_far_put(upcr_pts_t dst, const void *src, unsigned long n) __attribute__((cold));
void upcr_far_copy(upcr_pts_t dst, upcr_pts_t src, unsigned long n) __attribute__((cold));
void *upcr_local_fail(upcr_pts_t p) __attribute__((cold));
# 30 "/tmp/wt/fz/build/include/upcr/access.h" 3
extern unsigned int upcr_fence_order;
static __inline__ __attribute__((always_inline, unused)) void upcr_full_fence(void) {







  __asm__ __volatile__("lock; orl $0, (%%rsp)" ::: "memory", "cc");

}
# 59 "/tmp/wt/fz/build/include/upcr/access.h" 3
__attribute__((no_sanitize("pointer-overflow"))) static __inline__ __attribute__((always_inline, unused)) char *upcr_in_segment(char *base, upcr_pts_t p) {
  return base + p;
}


static __inline__ __attribute__((always_inline, unused)) char *upcr_near(upcr_pts_t p) {
  char *base = upcr_self.map[upcr_thread(p)];
  return __builtin_expect(base != 0, 1) ? upcr_in_segment(base, p) : (char *)0;
}

static __inline__ __attribute__((always_inline, unused)) void *upcr_local(upcr_pts_t p) {
  char *base;
  if (p == 0)
    return (void *)0;
  base = upcr_self.map[upcr_thread(p)];
  return __builtin_expect(base != 0, 1) ? upcr_in_segment(base, p) : upcr_local_fail(p);
}
# 116 "/tmp/wt/fz/build/include/upcr/access.h" 3
static __inline__ __attribute__((always_inline, unused)) signed char upcr_get_i8(upcr_pts_t p) { char *at = upcr_near(p); signed char value; if (__builtin_expect(at != 0, 1)) return *(signed char *)(void *)at; upcr_far_get(&value, p, sizeof value); return value; } static __inline__ __attribute__((always_inline, unused)) signed char upcr_put_i8(upcr_pts_t p, signed char value) { char *at = upcr_near(p); if (__builtin_expect(at != 0, 1)) *(signed char *)(void *)at = value; else upcr_far_put(p, &value, sizeof value); return value; } static __inline__ __attribute__((always_inline, unused)) signed char upcr_gets_i8(upcr_pts_t p) { char *at = upcr_near(p); signed char value; upcr_full_fence(); if (__builtin_expect(at != 0, 1)) (void)((value) = *(signed char volatile *)(void *)(at)); else upcr_far_get(&value, p, sizeof value); upcr_full_fence(); return value; } static __inline__ __attribute__((always_inline, unused)) signed char upcr_puts_i8(upcr_pts_t p, signed char value) { char *at = upcr_near(p); upcr_full_fence(); if (__builtin_expect(at != 0, 1)) (void)(*(signed char volatile *)(void *)(at) = (value)); else upcr_far_put(p, &value, sizeof value); upcr_full_fence(); return value; } static __inline__ __attribute__((always_inline, unused)) unsigned char upcr_get_u8(upcr_pts_t p) { char *at = upcr_near(p); unsigned char value; if (__builtin_expect(at != 0, 1)) return *(unsigned char *)(void *)at; upcr_far_get(&value, p, sizeof value); return value; } static __inline__ __attribute__((always_inline, unused)) unsigned char upcr_put_u8(upcr_pts_t p, unsigned char value) { char *at = upcr_near(p); if (__builtin_expect(at != 0, 1)) *(unsigned char *)(void *)at = value; else upcr_far_put(p, &value, sizeof value); return value; } static __inline__ __attribute__((always_inline, unused)) unsigned char upcr_gets_u8(upcr_pts_t p) { char *at = upcr_near(p); unsigned char value; upcr_full_fence(); if (__builtin_expect(at != 0, 1)) (void)((value) = *(unsigned char volatile *)(void *)(at)); else upcr_far_get(&value, p, sizeof value); upcr_full_fence(); return value; } static __inline__ __attribute__((always_inline, unused)) unsigned char upcr_puts_u8(upcr_pts_t p, unsigned char value) { char *at = upcr_near(p); upcr_full_fence(); if (__builtin_expect(at != 0, 1)) (void)(*(unsigned char volatile *)(void *)(at) = (value)); else upcr_far_put(p, &value, sizeof value); upcr_full_fence(); return value; } static __inline__ __attribute__((always_inline, unused)) short upcr_get_i16(upcr_pts_t p) { char *at = upcr_near(p); short value; if (__builtin_expect(at != 0, 1)) return *(short *)(void *)at; upcr_far_get(&value, p, sizeof value); return value; } static __inline__ __attribute__((always_inline, unused)) short upcr_put_i16(upcr_pts_t p, short value) { char *at = upcr_near(p); if (__builtin_expect(at != 0, 1)) *(short *)(void *)at = value; else upcr_far_put(p, &value, sizeof value); return value; } static __inline__ __attribute__((always_inline, unused)) short upcr_gets_i16(upcr_pts_t p) { char *at = upcr_near(p); short value; upcr_full_fence(); if (__builtin_expect(at != 0, 1)) (void)((value) = *(short volatile *)(void *)(at)); else upcr_far_get(&value, p, sizeof value); upcr_full_fence(); return value; } static __inline__ __attribute__((always_inline, unused)) short upcr_puts_i16(upcr_pts_t p, short value) { char *at = upcr_near(p); upcr_full_fence(); if (__builtin_expect(at != 0, 1)) (void)(*(short volatile *)(void *)(at) = (value)); else upcr_far_put(p, &value, sizeof value); upcr_full_fence(); return value; } static __inline__ __attribute__((always_inline, unused)) unsigned short upcr_get_u16(upcr_pts_t p) { char *at = upcr_near(p); unsigned short value; if (__builtin_expect(at != 0, 1)) return *(unsigned short *)(void *)at; upcr_far_get(&value, p, sizeof value); return value; } static __inline__ __attribute__((always_inline, unused)) unsigned short upcr_put_u16(upcr_pts_t p, unsigned short value) { char *at = upcr_near(p); if (__builtin_expect(at != 0, 1)) *(unsigned short *)(void *)at = value; else upcr_far_put(p, &value, sizeof value); return value; } static __inline__ __attribute__((always_inline, unused)) unsigned short upcr_gets_u16(upcr_pts_t p) { char *at = upcr_near(p); unsigned short value; upcr_full_fence(); if (__builtin_expect(at != 0, 1)) (void)((value) = *(unsigned short volatile *)(void *)(at)); else upcr_far_get(&value, p, sizeof value); upcr_full_fence(); return value; } static __inline__ __attribute__((always_inline, unused)) unsigned short upcr_puts_u16(upcr_pts_t p, unsigned short value) { char *at = upcr_near(p); upcr_full_fence(); if (__builtin_expect(at != 0, 1)) (void)(*(unsigned short volatile *)(void *)(at) = (value)); else upcr_far_put(p, &value, sizeof value); upcr_full_fence(); return value; }
    static __inline__ __attribute__((always_inline, unused)) int upcr_get_i32(upcr_pts_t p) { char *at = upcr_near(p); int value; if (__builtin_expect(at != 0, 1)) return *(int *)(void *)at; upcr_far_get(&value, p, sizeof value); return value; } static __inline__ __attribute__((always_inline, unused)) int upcr_put_i32(upcr_pts_t p, int value) { char *at = upcr_near(p); if (__builtin_expect(at != 0, 1)) *(int *)(void *)at = value; else upcr_far_put(p, &value, sizeof value); return value; } static __inline__ __attribute__((always_inline, unused)) int upcr_gets_i32(upcr_pts_t p) { char *at = upcr_near(p); int value; upcr_full_fence(); if (__builtin_expect(at != 0, 1)) (void)((value) = *(int volatile *)(void *)(at)); else upcr_far_get(&value, p, sizeof value); upcr_full_fence(); return value; } static __inline__ __attribute__((always_inline, unused)) int upcr_puts_i32(upcr_pts_t p, int value) { char *at = upcr_near(p); upcr_full_fence(); if (__builtin_expect(at != 0, 1)) (void)(*(int volatile *)(void *)(at) = (value)); else upcr_far_put(p, &value, sizeof value); upcr_full_fence(); return value; } static __inline__ __attribute__((always_inline, unused)) unsigned int upcr_get_u32(upcr_pts_t p) { char *at = upcr_near(p); unsigned int value; if (__builtin_expect(at != 0, 1)) return *(unsigned int *)(void *)at; upcr_far_get(&value, p, sizeof value); return value; } static __inline__ __attribute__((always_inline, unused)) unsigned int upcr_put_u32(upcr_pts_t p, unsigned int value) { char *at = upcr_near(p); if (__builtin_expect(at != 0, 1)) *(unsigned int *)(void *)at = value; else upcr_far_put(p, &value, sizeof value); return value; } static __inline__ __attribute__((always_inline, unused)) unsigned int upcr_gets_u32(upcr_pts_t p) { char *at = upcr_near(p); unsigned int value; upcr_full_fence(); if (__builtin_expect(at != 0, 1)) (void)((value) = *(unsigned int volatile *)(void *)(at)); else upcr_far_get(&value, p, sizeof value); upcr_full_fence(); return value; } static __inline__ __attribute__((always_inline, unused)) unsigned int upcr_puts_u32(upcr_pts_t p, unsigned int value) { char *at = upcr_near(p); upcr_full_fence(); if (__builtin_expect(at != 0, 1)) (void)(*(unsigned int volatile *)(void *)(at) = (value)); else upcr_far_put(p, &value, sizeof value); upcr_full_fence(); return value; } static __inline__ __attribute__((always_inline, unused)) long upcr_get_i64(upcr_pts_t p) { char *at = upcr_near(p); long value; if (__builtin_expect(at != 0, 1)) return *(long *)(void *)at; upcr_far_get(&value, p, sizeof value); return value; } static __inline__ __attribute__((always_inline, unused)) long upcr_put_i64(upcr_pts_t p, long value) { char *at = upcr_near(p); if (__builtin_expect(at != 0, 1)) *(long *)(void *)at = value; else upcr_far_put(p, &value, sizeof value); return value; } static __inline__ __attribute__((always_inline, unused)) long upcr_gets_i64(upcr_pts_t p) { char *at = upcr_near(p); long value; upcr_full_fence(); if (__builtin_expect(at != 0, 1)) (void)((value) = *(long volatile *)(void *)(at)); else upcr_far_get(&value, p, sizeof value); upcr_full_fence(); return value; } static __inline__ __attribute__((always_inline, unused)) long upcr_puts_i64(upcr_pts_t p, long value) { char *at = upcr_near(p); upcr_full_fence(); if (__builtin_expect(at != 0, 1)) (void)(*(long volatile *)(void *)(at) = (value)); else upcr_far_put(p, &value, sizeof value); upcr_full_fence(); return value; } static __inline__ __attribute__((always_inline, unused)) unsigned long upcr_get_u64(upcr_pts_t p) { char *at = upcr_near(p); unsigned long value; if (__builtin_expect(at != 0, 1)) return *(unsigned long *)(void *)at; upcr_far_get(&value, p, sizeof value); return value; } static __inline__ __attribute__((always_inline, unused)) unsigned long upcr_put_u64(upcr_pts_t p, unsigned long value) { char *at = upcr_near(p); if (__builtin_expect(at != 0, 1)) *(unsigned long *)(void *)at = value; else upcr_far_put(p, &value, sizeof value); return value; } static __inline__ __attribute__((always_inline, unused)) unsigned long upcr_gets_u64(upcr_pts_t p) { char *at = upcr_near(p); unsigned long value; upcr_full_fence(); if (__builtin_expect(at != 0, 1)) (void)((value) = *(unsigned long volatile *)(void *)(at)); else upcr_far_get(&value, p, sizeof value); upcr_full_fence(); return value; } static __inline__ __attribute__((always_inline, unused)) unsigned long upcr_puts_u64(upcr_pts_t p, unsigned long value) { char *at = upcr_near(p); upcr_full_fence(); if (__builtin_expect(at != 0, 1)) (void)(*(unsigned long volatile *)(void *)(at) = (value)); else upcr_far_put(p, &value, sizeof value); upcr_full_fence(); return value; }
        static __inline__ __attribute__((always_inline, unused)) long long upcr_get_ll(upcr_pts_t p) { char *at = upcr_near(p); long long value; if (__builtin_expect(at != 0, 1)) return *(long long *)(void *)at; upcr_far_get(&value, p, sizeof value); return value; } static __inline__ __attribute__((always_inline, unused)) long long upcr_put_ll(upcr_pts_t p, long long value) { char *at = upcr_near(p); if (__builtin_expect(at != 0, 1)) *(long long *)(void *)at = value; else upcr_far_put(p, &value, sizeof value); return value; } static __inline__ __attribute__((always_inline, unused)) long long upcr_gets_ll(upcr_pts_t p) { char *at = upcr_near(p); long long value; upcr_full_fence(); if (__builtin_expect(at != 0, 1)) (void)((value) = *(long long volatile *)(void *)(at)); else upcr_far_get(&value, p, sizeof value); upcr_full_fence(); return value; } static __inline__ __attribute__((always_inline, unused)) long long upcr_puts_ll(upcr_pts_t p, long long value) { char *at = upcr_near(p); upcr_full_fence(); if (__builtin_expect(at != 0, 1)) (void)(*(long long volatile *)(void *)(at) = (value)); else upcr_far_put(p, &value, sizeof value); upcr_full_fence(); return value; } static __inline__ __attribute__((always_inline, unused)) unsigned long long upcr_get_ull(upcr_pts_t p) { char *at = upcr_near(p); unsigned long long value; if (__builtin_expect(at != 0, 1)) return *(unsigned long long *)(void *)at; upcr_far_get(&value, p, sizeof value); return value; } static __inline__ __attribute__((always_inline, unused)) unsigned long long upcr_put_ull(upcr_pts_t p, unsigned long long value) { char *at = upcr_near(p); if (__builtin_expect(at != 0, 1)) *(unsigned long long *)(void *)at = value; else upcr_far_put(p, &value, sizeof value); return value; } static __inline__ __attribute__((always_inline, unused)) unsigned long long upcr_gets_ull(upcr_pts_t p) { char *at = upcr_near(p); unsigned long long value; upcr_full_fence(); if (__builtin_expect(at != 0, 1)) (void)((value) = *(unsigned long long volatile *)(void *)(at)); else upcr_far_get(&value, p, sizeof value); upcr_full_fence(); return value; } static __inline__ __attribute__((always_inline, unused)) unsigned long long upcr_puts_ull(upcr_pts_t p, unsigned long long value) { char *at = upcr_near(p); upcr_full_fence(); if (__builtin_expect(at != 0, 1)) (void)(*(unsigned long long volatile *)(void *)(at) = (value)); else upcr_far_put(p, &value, sizeof value); upcr_full_fence(); return value; } static __inline__ __attribute__((always_inline, unused)) _Bool upcr_get_b(upcr_pts_t p) { char *at = upcr_near(p); _Bool value; if (__builtin_expect(at != 0, 1)) return *(_Bool *)(void *)at; upcr_far_get(&value, p, sizeof value); return value; } static __inline__ __attribute__((always_inline, unused)) _Bool upcr_put_b(upcr_pts_t p, _Bool value) { char *at = upcr_near(p); if (__builtin_expect(at != 0, 1)) *(_Bool *)(void *)at = value; else upcr_far_put(p, &value, sizeof value); return value; } static __inline__ __attribute__((always_inline, unused)) _Bool upcr_gets_b(upcr_pts_t p) { char *at = upcr_near(p); _Bool value; upcr_full_fence(); if (__builtin_expect(at != 0, 1)) (void)((value) = *(_Bool volatile *)(void *)(at)); else upcr_far_get(&value, p, sizeof value); upcr_full_fence(); return value; } static __inline__ __attribute__((always_inline, unused)) _Bool upcr_puts_b(upcr_pts_t p, _Bool value) { char *at = upcr_near(p); upcr_full_fence(); if (__builtin_expect(at != 0, 1)) (void)(*(_Bool volatile *)(void *)(at) = (value)); else upcr_far_put(p, &value, sizeof value); upcr_full_fence(); return value; }
            static __inline__ __attribute__((always_inline, unused)) float upcr_get_f32(upcr_pts_t p) { char *at = upcr_near(p); float value; if (__builtin_expect(at != 0, 1)) return *(float *)(void *)at; upcr_far_get(&value, p, sizeof value); return value; } static __inline__ __attribute__((always_inline, unused)) float upcr_put_f32(upcr_pts_t p, float value) { char *at = upcr_near(p); if (__builtin_expect(at != 0, 1)) *(float *)(void *)at = value; else upcr_far_put(p, &value, sizeof value); return value; } static __inline__ __attribute__((always_inline, unused)) float upcr_gets_f32(upcr_pts_t p) { char *at = upcr_near(p); float value; upcr_full_fence(); if (__builtin_expect(at != 0, 1)) (void)((value) = *(float volatile *)(void *)(at)); else upcr_far_get(&value, p, sizeof value); upcr_full_fence(); return value; } static __inline__ __attribute__((always_inline, unused)) float upcr_puts_f32(upcr_pts_t p, float value) { char *at = upcr_near(p); upcr_full_fence(); if (__builtin_expect(at != 0, 1)) (void)(*(float volatile *)(void *)(at) = (value)); else upcr_far_put(p, &value, sizeof value); upcr_full_fence(); return value; } static __inline__ __attribute__((always_inline, unused)) double upcr_get_f64(upcr_pts_t p) { char *at = upcr_near(p); double value; if (__builtin_expect(at != 0, 1)) return *(double *)(void *)at; upcr_far_get(&value, p, sizeof value); return value; } static __inline__ __attribute__((always_inline, unused)) double upcr_put_f64(upcr_pts_t p, double value) { char *at = upcr_near(p); if (__builtin_expect(at != 0, 1)) *(double *)(void *)at = value; else upcr_far_put(p, &value, sizeof value); return value; } static __inline__ __attribute__((always_inline, unused)) double upcr_gets_f64(upcr_pts_t p) { char *at = upcr_near(p); double value; upcr_full_fence(); if (__builtin_expect(at != 0, 1)) (void)((value) = *(double volatile *)(void *)(at)); else upcr_far_get(&value, p, sizeof value); upcr_full_fence(); return value; } static __inline__ __attribute__((always_inline, unused)) double upcr_puts_f64(upcr_pts_t p, double value) { char *at = upcr_near(p); upcr_full_fence(); if (__builtin_expect(at != 0, 1)) (void)(*(double volatile *)(void *)(at) = (value)); else upcr_far_put(p, &value, sizeof value); upcr_full_fence(); return value; } static __inline__ __attribute__((always_inline, unused)) long double upcr_get_ld(upcr_pts_t p) { char *at = upcr_near(p); long double value; if (__builtin_expect(at != 0, 1)) return *(long double *)(void *)at; upcr_far_get(&value, p, sizeof value); return value; } static __inline__ __attribute__((always_inline, unused)) long double upcr_put_ld(upcr_pts_t p, long double value) { char *at = upcr_near(p); if (__builtin_expect(at != 0, 1)) *(long double *)(void *)at = value; else upcr_far_put(p, &value, sizeof value); return value; } static __inline__ __attribute__((always_inline, unused)) long double upcr_gets_ld(upcr_pts_t p) { char *at = upcr_near(p); long double value; upcr_full_fence(); if (__builtin_expect(at != 0, 1)) (void)((value) = *(long double volatile *)(void *)(at)); else upcr_far_get(&value, p, sizeof value); upcr_full_fence(); return value; } static __inline__ __attribute__((always_inline, unused)) long double upcr_puts_ld(upcr_pts_t p, long double value) { char *at = upcr_near(p); upcr_full_fence(); if (__builtin_expect(at != 0, 1)) (void)(*(long double volatile *)(void *)(at) = (value)); else upcr_far_put(p, &value, sizeof value); upcr_full_fence(); return value; } static __inline__ __attribute__((always_inline, unused)) void * upcr_get_ptr(upcr_pts_t p) { char *at = upcr_near(p); void * value; if (__builtin_expect(at != 0, 1)) return *(void * *)(void *)at; upcr_far_get(&value, p, sizeof value); return value; } static __inline__ __attribute__((always_inline, unused)) void * upcr_put_ptr(upcr_pts_t p, void * value) { char *at = upcr_near(p); if (__builtin_expect(at != 0, 1)) *(void * *)(void *)at = value; else upcr_far_put(p, &value, sizeof value); return value; } static __inline__ __attribute__((always_inline, unused)) void * upcr_gets_ptr(upcr_pts_t p) { char *at = upcr_near(p); void * value; upcr_full_fence(); if (__builtin_expect(at != 0, 1)) (void)((value) = *(void * volatile *)(void *)(at)); else upcr_far_get(&value, p, sizeof value); upcr_full_fence(); return value; } static __inline__ __attribute__((always_inline, unused)) void * upcr_puts_ptr(upcr_pts_t p, void * value) { char *at = upcr_near(p); upcr_full_fence(); if (__builtin_expect(at != 0, 1)) (void)(*(void * volatile *)(void *)(at) = (value)); else upcr_far_put(p, &value, sizeof value); upcr_full_fence(); return value; }
# 133 "/tmp/wt/fz/build/include/upcr/access.h" 3
                extern unsigned char upcr_wide_moves;

static __inline__ __attribute__((always_inline, unused)) upcr_ppts_t upcr_pp_load(const upcr_ppts_t *at) {
  upcr_ppts_t value;
  if (__builtin_expect(upcr_wide_moves, 1)) {
    long long v __attribute__((vector_size(16)));
    __asm__("movdqa %1, %0" : "=x"(v) : "m"(*at));
    __builtin_memcpy(&value, &v, sizeof value);
  } else {
    unsigned long low = 0, high = 0;
    __asm__ __volatile__("lock; cmpxchg16b %2"
                         : "+a"(low), "+d"(high), "+m"(*(upcr_ppts_t *)at)
                         : "b"(0ul), "c"(0ul)
                         : "cc");
    value.p = low;
    value.phase = high;
  }
  return value;
}

static __inline__ __attribute__((always_inline, unused)) void upcr_pp_store(upcr_ppts_t *at, upcr_ppts_t value) {
  if (__builtin_expect(upcr_wide_moves, 1)) {
    long long v __attribute__((vector_size(16)));
    __builtin_memcpy(&v, &value, sizeof v);
    __asm__("movdqa %1, %0" : "=m"(*at) : "x"(v));
  } else {
    unsigned long low = at->p, high = at->phase;
    unsigned char done;
    do
      __asm__ __volatile__("lock; cmpxchg16b %2\n\tsete %3"
                           : "+a"(low), "+d"(high), "+m"(*at), "=q"(done)
                           : "b"(value.p), "c"(value.phase)
                           : "cc");
    while (!done);
  }
}
# 193 "/tmp/wt/fz/build/include/upcr/access.h" 3
static __inline__ __attribute__((always_inline, unused)) upcr_ppts_t upcr_get_pp(upcr_pts_t p) {
  char *at = upcr_near(p);
  upcr_ppts_t value;
  if (__builtin_expect(at != 0, 1))
    return upcr_pp_load((const upcr_ppts_t *)(void *)at);
  upcr_far_get(&value, p, sizeof value);
  return value;
}

static __inline__ __attribute__((always_inline, unused)) upcr_ppts_t upcr_put_pp(upcr_pts_t p, upcr_ppts_t value) {
  char *at = upcr_near(p);
  if (__builtin_expect(at != 0, 1))
    upcr_pp_store((upcr_ppts_t *)(void *)at, value);
  else
    upcr_far_put(p, &value, sizeof value);
  return value;
}

static __inline__ __attribute__((always_inline, unused)) upcr_ppts_t upcr_gets_pp(upcr_pts_t p) {
  upcr_ppts_t value;
  upcr_full_fence();
  value = upcr_get_pp(p);
  upcr_full_fence();
  return value;
}

static __inline__ __attribute__((always_inline, unused)) upcr_ppts_t upcr_puts_pp(upcr_pts_t p, upcr_ppts_t value) {
  upcr_full_fence();
  upcr_put_pp(p, value);
  upcr_full_fence();
  return value;
}


static __inline__ __attribute__((always_inline, unused)) void upcr_getb(void *dst, upcr_pts_t src, unsigned long n) {
  char *at = upcr_near(src);
  if (__builtin_expect(at != 0, 1))
    __builtin_memcpy(dst, at, n);
  else
    upcr_far_get(dst, src, n);
}

static __inline__ __attribute__((always_inline, unused)) void upcr_putb(upcr_pts_t dst, const void *src, unsigned long n) {
  char *at = upcr_near(dst);
  if (__builtin_expect(at != 0, 1))
    __builtin_memcpy(at, src, n);
  else
    upcr_far_put(dst, src, n);
}


static __inline__ __attribute__((always_inline, unused)) void upcr_copyb(upcr_pts_t dst, upcr_pts_t src, unsigned long n) {
  char *to = upcr_near(dst), *from = upcr_near(src);
  if (__builtin_expect(to != 0 && from != 0, 1))
    __builtin_memmove(to, from, n);
  else
    upcr_far_copy(dst, src, n);
}
# 263 "/tmp/wt/fz/build/include/upcr/access.h" 3
static __inline__ __attribute__((always_inline, unused)) void upcr_getbs(void *dst, upcr_pts_t src, unsigned long n) {
  char *at = upcr_near(src);
  upcr_full_fence();
  if (__builtin_expect(at != 0, 1))
    __builtin_memmove((char *)dst, at, n);
  else
    upcr_far_get(dst, src, n);
  upcr_full_fence();
}

static __inline__ __attribute__((always_inline, unused)) void upcr_putbs(upcr_pts_t dst, const void *src, unsigned long n) {
  char *at = upcr_near(dst);
  upcr_full_fence();
  if (__builtin_expect(at != 0, 1))
    __builtin_memmove(at, (const char *)src, n);
  else
    upcr_far_put(dst, src, n);
  upcr_full_fence();
}

static __inline__ __attribute__((always_inline, unused)) void upcr_copybs(upcr_pts_t dst, upcr_pts_t src, unsigned long n) {
  char *to = upcr_near(dst), *from = upcr_near(src);
  upcr_full_fence();
  if (__builtin_expect(to != 0 && from != 0, 1))
    __builtin_memmove(to, from, n);
  else
    upcr_far_copy(dst, src, n);
  upcr_full_fence();
}
# 16 "/tmp/wt/fz/build/include/upcr/upcr.h" 2 3
# 1 "/tmp/wt/fz/build/include/upcr/check.h" 1 3

       
# 3 "/tmp/wt/fz/build/include/upcr/check.h" 3





struct upcr_site {
  const char *file;
  int line;
};



static __inline__ __attribute__((always_inline, unused)) struct upcr_site upcr_site_enter(const char *file, int line) {
  struct upcr_site before = {upcr_now.file, upcr_now.line};
  upcr_now.file = file;
  upcr_now.line = line;
  return before;
}

static __inline__ __attribute__((always_inline, unused)) void upcr_site_leave(struct upcr_site *before) {
  upcr_now.file = before->file;
  upcr_now.line = before->line;
}
# 17 "/tmp/wt/fz/build/include/upcr/upcr.h" 2 3
# 1 "/tmp/wt/fz/build/include/upcr/forall.h" 1 3

       
# 3 "/tmp/wt/fz/build/include/upcr/forall.h" 3






struct upcr_forall {
  int all;
  int depth;
};

static __inline__ __attribute__((always_inline, unused)) struct upcr_forall upcr_forall_enter(void) {
  struct upcr_forall f = {upcr_now.forall_depth > 0, upcr_now.forall_depth};
  upcr_now.forall_depth = f.depth + 1;
  return f;
}

static __inline__ __attribute__((always_inline, unused)) void upcr_forall_leave(struct upcr_forall *f) { upcr_now.forall_depth = f->depth; }

static __inline__ __attribute__((always_inline, unused)) int upcr_mine_i(long affinity) {
  return affinity - upcr_div_threads(affinity) * upcr_threads() == upcr_self.mythread;
}

static __inline__ __attribute__((always_inline, unused)) int upcr_mine_u(unsigned long affinity) {
  if (__builtin_expect((long)affinity < 0, 0))
    return affinity % (unsigned long)upcr_threads() == (unsigned long)upcr_self.mythread;
  return upcr_mine_i((long)affinity);
}

static __inline__ __attribute__((always_inline, unused)) int upcr_mine_p(upcr_pts_t affinity) { return upcr_thread(affinity) == (unsigned long)upcr_self.mythread; }
# 18 "/tmp/wt/fz/build/include/upcr/upcr.h" 2 3
# 1 "/tmp/wt/fz/build/include/upcr/sync.h" 1 3

       
# 3 "/tmp/wt/fz/build/include/upcr/sync.h" 3



void upcr_poll_slow(void) __attribute__((cold));

static __inline__ __attribute__((always_inline, unused)) void upcr_fence(void) { upcr_full_fence(); }

static __inline__ __attribute__((always_inline, unused)) void upcr_poll(void) {
  __asm__ __volatile__("" ::: "memory");
  if (__builtin_expect(--upcr_now.poll_budget <= 0, 0))
    upcr_poll_slow();
}
# 19 "/tmp/wt/fz/build/include/upcr/upcr.h" 2 3
# 4 "/tmp/wt/fz/build/include/upcr/preinclude.h" 2 3

# 1 "/tmp/wt/fz/build/include/upcr/upc_core.h" 1 3



       
# 5 "/tmp/wt/fz/build/include/upcr/upc_core.h" 3





void upc_global_exit(int status) __attribute__((noreturn));


upcr_ppts_t upc_global_alloc(long unsigned int nblocks, long unsigned int nbytes); 
upcr_ppts_t upc_all_alloc(long unsigned int nblocks, long unsigned int nbytes); 
upcr_ppts_t upc_alloc(long unsigned int nbytes); 
upcr_ppts_t upc_local_alloc(long unsigned int nblocks, long unsigned int nbytes); 
void upc_free(upcr_ppts_t ptr);
void upc_all_free(upcr_ppts_t ptr);


long unsigned int upc_threadof(upcr_ppts_t ptr);
long unsigned int upc_phaseof(upcr_ppts_t ptr);
upcr_ppts_t upc_resetphase(upcr_ppts_t ptr); 
long unsigned int upc_addrfield(upcr_ppts_t ptr);
long unsigned int upc_affinitysize(long unsigned int totalsize, long unsigned int nbytes, long unsigned int threadid);


typedef  struct upcr_lock upc_lock_t;
upcr_pts_t upc_global_lock_alloc(void); 
upcr_pts_t upc_all_lock_alloc(void); 
void upc_lock_free(upcr_pts_t ptr);
void upc_all_lock_free(upcr_pts_t ptr);
void upc_lock(upcr_pts_t ptr);
int upc_lock_attempt(upcr_pts_t ptr);
void upc_unlock(upcr_pts_t ptr);


void upc_memcpy(upcr_ppts_t dst, upcr_ppts_t src, long unsigned int n);
void upc_memget(void *__restrict dst, upcr_ppts_t src, long unsigned int n);
void upc_memput(upcr_ppts_t dst, const void *__restrict src, long unsigned int n);
void upc_memset(upcr_ppts_t dst, int c, long unsigned int n);
# 6 "/tmp/wt/fz/build/include/upcr/preinclude.h" 2 3
# 0 "<command-line>" 2
# 1 "/tmp/fzw/c.upc"
# 1 "/tmp/wt/fz/build/include/upc.h" 1 3 4

       
# 3 "/tmp/wt/fz/build/include/upc.h" 3




# 1 "/usr/lib/gcc/x86_64-linux-gnu/12/include/stddef.h" 1 3 4
# 145 "/usr/lib/gcc/x86_64-linux-gnu/12/include/stddef.h" 3 4
typedef long int ptrdiff_t;
# 214 "/usr/lib/gcc/x86_64-linux-gnu/12/include/stddef.h" 3 4
typedef long unsigned int size_t;
# 329 "/usr/lib/gcc/x86_64-linux-gnu/12/include/stddef.h" 3 4
typedef int wchar_t;
# 424 "/usr/lib/gcc/x86_64-linux-gnu/12/include/stddef.h" 3 4
typedef struct {
  long long __max_align_ll __attribute__((__aligned__(__alignof__(long long))));
  long double __max_align_ld __attribute__((__aligned__(__alignof__(long double))));
# 435 "/usr/lib/gcc/x86_64-linux-gnu/12/include/stddef.h" 3 4
} max_align_t;
# 8 "/tmp/wt/fz/build/include/upc.h" 2 3
# 1 "/tmp/wt/fz/build/include/upc_types.h" 1 3 4




typedef int upc_op_t;
typedef int upc_type_t;
typedef int upc_flag_t;
# 9 "/tmp/wt/fz/build/include/upc.h" 2 3

# 1 "/tmp/wt/fz/build/include/upcr/upc_core.h" 1 3



       
# 5 "/tmp/wt/fz/build/include/upcr/upc_core.h" 3

# 11 "/tmp/wt/fz/build/include/upc.h" 2 3

# 1 "/tmp/wt/fz/build/include/bupc_extensions.h" 1 3 4


       
# 4 "/tmp/wt/fz/build/include/bupc_extensions.h" 3




# 1 "/usr/lib/gcc/x86_64-linux-gnu/12/include/stddef.h" 1 3 4
# 9 "/tmp/wt/fz/build/include/bupc_extensions.h" 2 3
# 1 "/usr/lib/gcc/x86_64-linux-gnu/12/include/stdint.h" 1 3 4
# 9 "/usr/lib/gcc/x86_64-linux-gnu/12/include/stdint.h" 3 4
# 1 "/usr/include/stdint.h" 1 3 4
# 26 "/usr/include/stdint.h" 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/libc-header-start.h" 1 3 4
# 33 "/usr/include/x86_64-linux-gnu/bits/libc-header-start.h" 3 4
# 1 "/usr/include/features.h" 1 3 4
# 392 "/usr/include/features.h" 3 4
# 1 "/usr/include/features-time64.h" 1 3 4
# 20 "/usr/include/features-time64.h" 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/wordsize.h" 1 3 4
# 21 "/usr/include/features-time64.h" 2 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/timesize.h" 1 3 4
# 19 "/usr/include/x86_64-linux-gnu/bits/timesize.h" 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/wordsize.h" 1 3 4
# 20 "/usr/include/x86_64-linux-gnu/bits/timesize.h" 2 3 4
# 22 "/usr/include/features-time64.h" 2 3 4
# 393 "/usr/include/features.h" 2 3 4
# 489 "/usr/include/features.h" 3 4
# 1 "/usr/include/x86_64-linux-gnu/sys/cdefs.h" 1 3 4
# 561 "/usr/include/x86_64-linux-gnu/sys/cdefs.h" 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/wordsize.h" 1 3 4
# 562 "/usr/include/x86_64-linux-gnu/sys/cdefs.h" 2 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/long-double.h" 1 3 4
# 563 "/usr/include/x86_64-linux-gnu/sys/cdefs.h" 2 3 4
# 490 "/usr/include/features.h" 2 3 4
# 513 "/usr/include/features.h" 3 4
# 1 "/usr/include/x86_64-linux-gnu/gnu/stubs.h" 1 3 4
# 10 "/usr/include/x86_64-linux-gnu/gnu/stubs.h" 3 4
# 1 "/usr/include/x86_64-linux-gnu/gnu/stubs-64.h" 1 3 4
# 11 "/usr/include/x86_64-linux-gnu/gnu/stubs.h" 2 3 4
# 514 "/usr/include/features.h" 2 3 4
# 34 "/usr/include/x86_64-linux-gnu/bits/libc-header-start.h" 2 3 4
# 27 "/usr/include/stdint.h" 2 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/types.h" 1 3 4
# 27 "/usr/include/x86_64-linux-gnu/bits/types.h" 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/wordsize.h" 1 3 4
# 28 "/usr/include/x86_64-linux-gnu/bits/types.h" 2 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/timesize.h" 1 3 4
# 19 "/usr/include/x86_64-linux-gnu/bits/timesize.h" 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/wordsize.h" 1 3 4
# 20 "/usr/include/x86_64-linux-gnu/bits/timesize.h" 2 3 4
# 29 "/usr/include/x86_64-linux-gnu/bits/types.h" 2 3 4


typedef unsigned char __u_char;
typedef unsigned short int __u_short;
typedef unsigned int __u_int;
typedef unsigned long int __u_long;


typedef signed char __int8_t;
typedef unsigned char __uint8_t;
typedef signed short int __int16_t;
typedef unsigned short int __uint16_t;
typedef signed int __int32_t;
typedef unsigned int __uint32_t;

typedef signed long int __int64_t;
typedef unsigned long int __uint64_t;






typedef __int8_t __int_least8_t;
typedef __uint8_t __uint_least8_t;
typedef __int16_t __int_least16_t;
typedef __uint16_t __uint_least16_t;
typedef __int32_t __int_least32_t;
typedef __uint32_t __uint_least32_t;
typedef __int64_t __int_least64_t;
typedef __uint64_t __uint_least64_t;



typedef long int __quad_t;
typedef unsigned long int __u_quad_t;







typedef long int __intmax_t;
typedef unsigned long int __uintmax_t;
# 141 "/usr/include/x86_64-linux-gnu/bits/types.h" 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/typesizes.h" 1 3 4
# 142 "/usr/include/x86_64-linux-gnu/bits/types.h" 2 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/time64.h" 1 3 4
# 143 "/usr/include/x86_64-linux-gnu/bits/types.h" 2 3 4


typedef unsigned long int __dev_t;
typedef unsigned int __uid_t;
typedef unsigned int __gid_t;
typedef unsigned long int __ino_t;
typedef unsigned long int __ino64_t;
typedef unsigned int __mode_t;
typedef unsigned long int __nlink_t;
typedef long int __off_t;
typedef long int __off64_t;
typedef int __pid_t;
typedef struct { int __val[2]; } __fsid_t;
typedef long int __clock_t;
typedef unsigned long int __rlim_t;
typedef unsigned long int __rlim64_t;
typedef unsigned int __id_t;
typedef long int __time_t;
typedef unsigned int __useconds_t;
typedef long int __suseconds_t;
typedef long int __suseconds64_t;

typedef int __daddr_t;
typedef int __key_t;


typedef int __clockid_t;


typedef void * __timer_t;


typedef long int __blksize_t;




typedef long int __blkcnt_t;
typedef long int __blkcnt64_t;


typedef unsigned long int __fsblkcnt_t;
typedef unsigned long int __fsblkcnt64_t;


typedef unsigned long int __fsfilcnt_t;
typedef unsigned long int __fsfilcnt64_t;


typedef long int __fsword_t;

typedef long int __ssize_t;


typedef long int __syscall_slong_t;

typedef unsigned long int __syscall_ulong_t;



typedef __off64_t __loff_t;
typedef char *__caddr_t;


typedef long int __intptr_t;


typedef unsigned int __socklen_t;




typedef int __sig_atomic_t;
# 28 "/usr/include/stdint.h" 2 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/wchar.h" 1 3 4
# 29 "/usr/include/stdint.h" 2 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/wordsize.h" 1 3 4
# 30 "/usr/include/stdint.h" 2 3 4




# 1 "/usr/include/x86_64-linux-gnu/bits/stdint-intn.h" 1 3 4
# 24 "/usr/include/x86_64-linux-gnu/bits/stdint-intn.h" 3 4
typedef __int8_t int8_t;
typedef __int16_t int16_t;
typedef __int32_t int32_t;
typedef __int64_t int64_t;
# 35 "/usr/include/stdint.h" 2 3 4


# 1 "/usr/include/x86_64-linux-gnu/bits/stdint-uintn.h" 1 3 4
# 24 "/usr/include/x86_64-linux-gnu/bits/stdint-uintn.h" 3 4
typedef __uint8_t uint8_t;
typedef __uint16_t uint16_t;
typedef __uint32_t uint32_t;
typedef __uint64_t uint64_t;
# 38 "/usr/include/stdint.h" 2 3 4





typedef __int_least8_t int_least8_t;
typedef __int_least16_t int_least16_t;
typedef __int_least32_t int_least32_t;
typedef __int_least64_t int_least64_t;


typedef __uint_least8_t uint_least8_t;
typedef __uint_least16_t uint_least16_t;
typedef __uint_least32_t uint_least32_t;
typedef __uint_least64_t uint_least64_t;





typedef signed char int_fast8_t;

typedef long int int_fast16_t;
typedef long int int_fast32_t;
typedef long int int_fast64_t;
# 71 "/usr/include/stdint.h" 3 4
typedef unsigned char uint_fast8_t;

typedef unsigned long int uint_fast16_t;
typedef unsigned long int uint_fast32_t;
typedef unsigned long int uint_fast64_t;
# 87 "/usr/include/stdint.h" 3 4
typedef long int intptr_t;


typedef unsigned long int uintptr_t;
# 101 "/usr/include/stdint.h" 3 4
typedef __intmax_t intmax_t;
typedef __uintmax_t uintmax_t;
# 10 "/usr/lib/gcc/x86_64-linux-gnu/12/include/stdint.h" 2 3 4
# 10 "/tmp/wt/fz/build/include/bupc_extensions.h" 2 3


typedef uint64_t bupc_tick_t;


bupc_tick_t bupc_ticks_now(void);
uint64_t bupc_ticks_to_us(bupc_tick_t ticks);
uint64_t bupc_ticks_to_ns(bupc_tick_t ticks);
double bupc_tick_granularityus(void);
double bupc_tick_overheadus(void);


void bupc_poll(void);


void bupc_exit(int status) __attribute__((noreturn));
char *bupc_getenv(const char *name);







unsigned int bupc_thread_distance(int thread_x, int thread_y);


int bupc_castable(upcr_ppts_t ptr);
int bupc_thread_castable(int threadnum);
void *bupc_cast(upcr_ppts_t ptr);
# 48 "/tmp/wt/fz/build/include/bupc_extensions.h" 3
int bupc_dump_shared(upcr_ppts_t ptr, char *buf, int maxlen);


upcr_ppts_t bupc_ptradd(upcr_ppts_t p, size_t blockelems, size_t elemsz, ptrdiff_t elemincr); 


typedef unsigned long bupc_handle_t;

bupc_handle_t bupc_memcpy_async(upcr_ppts_t dst, upcr_ppts_t src, size_t n);
bupc_handle_t bupc_memget_async(void *dst, upcr_ppts_t src, size_t n);
bupc_handle_t bupc_memput_async(upcr_ppts_t dst, const void *src, size_t n);
bupc_handle_t bupc_memset_async(upcr_ppts_t dst, int c, size_t n);
void bupc_memcpy_asynci(upcr_ppts_t dst, upcr_ppts_t src, size_t n);
void bupc_memget_asynci(void *dst, upcr_ppts_t src, size_t n);
void bupc_memput_asynci(upcr_ppts_t dst, const void *src, size_t n);
void bupc_memset_asynci(upcr_ppts_t dst, int c, size_t n);
void bupc_waitsync(bupc_handle_t handle);
void bupc_waitsync_all(bupc_handle_t *handles, size_t n);
int bupc_trysync(bupc_handle_t handle);
int bupc_trysync_all(bupc_handle_t *handles, size_t n);
void bupc_waitsynci(void);
int bupc_trysynci(void);


void bupc_memcpy_fstrided(upcr_ppts_t dst, size_t dstchunklen, size_t dststride, size_t dstchunkcount,
                          upcr_ppts_t src, size_t srcchunklen, size_t srcstride, size_t srcchunkcount);
void bupc_memget_fstrided(void *dst, size_t dstchunklen, size_t dststride, size_t dstchunkcount, upcr_ppts_t src,
                          size_t srcchunklen, size_t srcstride, size_t srcchunkcount);
void bupc_memput_fstrided(upcr_ppts_t dst, size_t dstchunklen, size_t dststride, size_t dstchunkcount, const void *src,
                          size_t srcchunklen, size_t srcstride, size_t srcchunkcount);
bupc_handle_t bupc_memcpy_fstrided_async(upcr_ppts_t dst, size_t dstchunklen, size_t dststride, size_t dstchunkcount,
                                         upcr_ppts_t src, size_t srcchunklen, size_t srcstride,
                                         size_t srcchunkcount);
bupc_handle_t bupc_memget_fstrided_async(void *dst, size_t dstchunklen, size_t dststride, size_t dstchunkcount,
                                         upcr_ppts_t src, size_t srcchunklen, size_t srcstride,
                                         size_t srcchunkcount);
bupc_handle_t bupc_memput_fstrided_async(upcr_ppts_t dst, size_t dstchunklen, size_t dststride, size_t dstchunkcount,
                                         const void *src, size_t srcchunklen, size_t srcstride, size_t srcchunkcount);




typedef struct upcr_pmemvec {
  void *addr;
  size_t len;
} bupc_pmemvec_t;
typedef struct upcr_smemvec {
  upcr_ppts_t addr; 
  size_t len;
} bupc_smemvec_t;
void bupc_memcpy_vlist(size_t dstcount, const bupc_smemvec_t dstlist[], size_t srccount,
                       const bupc_smemvec_t srclist[]);
void bupc_memget_vlist(size_t dstcount, const bupc_pmemvec_t dstlist[], size_t srccount,
                       const bupc_smemvec_t srclist[]);
void bupc_memput_vlist(size_t dstcount, const bupc_smemvec_t dstlist[], size_t srccount,
                       const bupc_pmemvec_t srclist[]);
void bupc_memcpy_ilist(size_t dstcount, upcr_ppts_t const dstlist[], size_t dstlen, size_t srccount,
                       upcr_ppts_t const srclist[], size_t srclen);
void bupc_memget_ilist(size_t dstcount, void *const dstlist[], size_t dstlen, size_t srccount,
                       upcr_ppts_t const srclist[], size_t srclen);
void bupc_memput_ilist(size_t dstcount, upcr_ppts_t const dstlist[], size_t dstlen, size_t srccount,
                       const void *const srclist[], size_t srclen);
void bupc_memcpy_strided(upcr_ppts_t dst, const size_t dststrides[], upcr_ppts_t src, const size_t srcstrides[],
                         const size_t count[], size_t stridelevels);
void bupc_memget_strided(void *dst, const size_t dststrides[], upcr_ppts_t src, const size_t srcstrides[],
                         const size_t count[], size_t stridelevels);
void bupc_memput_strided(upcr_ppts_t dst, const size_t dststrides[], const void *src, const size_t srcstrides[],
                         const size_t count[], size_t stridelevels);
bupc_handle_t bupc_memcpy_vlist_async(size_t dstcount, const bupc_smemvec_t dstlist[], size_t srccount,
                                      const bupc_smemvec_t srclist[]);
bupc_handle_t bupc_memget_vlist_async(size_t dstcount, const bupc_pmemvec_t dstlist[], size_t srccount,
                                      const bupc_smemvec_t srclist[]);
bupc_handle_t bupc_memput_vlist_async(size_t dstcount, const bupc_smemvec_t dstlist[], size_t srccount,
                                      const bupc_pmemvec_t srclist[]);
bupc_handle_t bupc_memcpy_ilist_async(size_t dstcount, upcr_ppts_t const dstlist[], size_t dstlen, size_t srccount,
                                      upcr_ppts_t const srclist[], size_t srclen);
bupc_handle_t bupc_memget_ilist_async(size_t dstcount, void *const dstlist[], size_t dstlen, size_t srccount,
                                      upcr_ppts_t const srclist[], size_t srclen);
bupc_handle_t bupc_memput_ilist_async(size_t dstcount, upcr_ppts_t const dstlist[], size_t dstlen, size_t srccount,
                                      const void *const srclist[], size_t srclen);
bupc_handle_t bupc_memcpy_strided_async(upcr_ppts_t dst, const size_t dststrides[], upcr_ppts_t src,
                                        const size_t srcstrides[], const size_t count[], size_t stridelevels);
bupc_handle_t bupc_memget_strided_async(void *dst, const size_t dststrides[], upcr_ppts_t src,
                                        const size_t srcstrides[], const size_t count[], size_t stridelevels);
bupc_handle_t bupc_memput_strided_async(upcr_ppts_t dst, const size_t dststrides[], const void *src,
                                        const size_t srcstrides[], const size_t count[], size_t stridelevels);


typedef  struct upcr_semaphore bupc_sem_t;







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


# 1 "/tmp/wt/fz/build/include/upcr/typed_atomics.h" 1 3
# 157 "/tmp/wt/fz/build/include/bupc_extensions.h" 2 3

int bupc_atomicI_read_strict(upcr_ppts_t ptr); void bupc_atomicI_set_strict(upcr_ppts_t ptr, int val); int bupc_atomicI_swap_strict(upcr_ppts_t ptr, int val); int bupc_atomicI_cswap_strict(upcr_ppts_t ptr, int oldval, int newval); int bupc_atomicI_read_relaxed(upcr_ppts_t ptr); void bupc_atomicI_set_relaxed(upcr_ppts_t ptr, int val); int bupc_atomicI_swap_relaxed(upcr_ppts_t ptr, int val); int bupc_atomicI_cswap_relaxed(upcr_ppts_t ptr, int oldval, int newval); int bupc_atomicI_fetchadd_strict(upcr_ppts_t ptr, int op); int bupc_atomicI_fetchadd_relaxed(upcr_ppts_t ptr, int op); int bupc_atomicI_fetchand_strict(upcr_ppts_t ptr, int op); int bupc_atomicI_fetchor_strict(upcr_ppts_t ptr, int op); int bupc_atomicI_fetchxor_strict(upcr_ppts_t ptr, int op); int bupc_atomicI_fetchnot_strict(upcr_ppts_t ptr); int bupc_atomicI_fetchand_relaxed(upcr_ppts_t ptr, int op); int bupc_atomicI_fetchor_relaxed(upcr_ppts_t ptr, int op); int bupc_atomicI_fetchxor_relaxed(upcr_ppts_t ptr, int op); int bupc_atomicI_fetchnot_relaxed(upcr_ppts_t ptr); int bupc_atomicI_mswap_strict(upcr_ppts_t ptr, int mask, int val); int bupc_atomicI_mswap_relaxed(upcr_ppts_t ptr, int mask, int val);
unsigned int bupc_atomicU_read_strict(upcr_ppts_t ptr); void bupc_atomicU_set_strict(upcr_ppts_t ptr, unsigned int val); unsigned int bupc_atomicU_swap_strict(upcr_ppts_t ptr, unsigned int val); unsigned int bupc_atomicU_cswap_strict(upcr_ppts_t ptr, unsigned int oldval, unsigned int newval); unsigned int bupc_atomicU_read_relaxed(upcr_ppts_t ptr); void bupc_atomicU_set_relaxed(upcr_ppts_t ptr, unsigned int val); unsigned int bupc_atomicU_swap_relaxed(upcr_ppts_t ptr, unsigned int val); unsigned int bupc_atomicU_cswap_relaxed(upcr_ppts_t ptr, unsigned int oldval, unsigned int newval); unsigned int bupc_atomicU_fetchadd_strict(upcr_ppts_t ptr, unsigned int op); unsigned int bupc_atomicU_fetchadd_relaxed(upcr_ppts_t ptr, unsigned int op); unsigned int bupc_atomicU_fetchand_strict(upcr_ppts_t ptr, unsigned int op); unsigned int bupc_atomicU_fetchor_strict(upcr_ppts_t ptr, unsigned int op); unsigned int bupc_atomicU_fetchxor_strict(upcr_ppts_t ptr, unsigned int op); unsigned int bupc_atomicU_fetchnot_strict(upcr_ppts_t ptr); unsigned int bupc_atomicU_fetchand_relaxed(upcr_ppts_t ptr, unsigned int op); unsigned int bupc_atomicU_fetchor_relaxed(upcr_ppts_t ptr, unsigned int op); unsigned int bupc_atomicU_fetchxor_relaxed(upcr_ppts_t ptr, unsigned int op); unsigned int bupc_atomicU_fetchnot_relaxed(upcr_ppts_t ptr); unsigned int bupc_atomicU_mswap_strict(upcr_ppts_t ptr, unsigned int mask, unsigned int val); unsigned int bupc_atomicU_mswap_relaxed(upcr_ppts_t ptr, unsigned int mask, unsigned int val);
unsigned int bupc_atomicUI_read_strict(upcr_ppts_t ptr); void bupc_atomicUI_set_strict(upcr_ppts_t ptr, unsigned int val); unsigned int bupc_atomicUI_swap_strict(upcr_ppts_t ptr, unsigned int val); unsigned int bupc_atomicUI_cswap_strict(upcr_ppts_t ptr, unsigned int oldval, unsigned int newval); unsigned int bupc_atomicUI_read_relaxed(upcr_ppts_t ptr); void bupc_atomicUI_set_relaxed(upcr_ppts_t ptr, unsigned int val); unsigned int bupc_atomicUI_swap_relaxed(upcr_ppts_t ptr, unsigned int val); unsigned int bupc_atomicUI_cswap_relaxed(upcr_ppts_t ptr, unsigned int oldval, unsigned int newval); unsigned int bupc_atomicUI_fetchadd_strict(upcr_ppts_t ptr, unsigned int op); unsigned int bupc_atomicUI_fetchadd_relaxed(upcr_ppts_t ptr, unsigned int op); unsigned int bupc_atomicUI_fetchand_strict(upcr_ppts_t ptr, unsigned int op); unsigned int bupc_atomicUI_fetchor_strict(upcr_ppts_t ptr, unsigned int op); unsigned int bupc_atomicUI_fetchxor_strict(upcr_ppts_t ptr, unsigned int op); unsigned int bupc_atomicUI_fetchnot_strict(upcr_ppts_t ptr); unsigned int bupc_atomicUI_fetchand_relaxed(upcr_ppts_t ptr, unsigned int op); unsigned int bupc_atomicUI_fetchor_relaxed(upcr_ppts_t ptr, unsigned int op); unsigned int bupc_atomicUI_fetchxor_relaxed(upcr_ppts_t ptr, unsigned int op); unsigned int bupc_atomicUI_fetchnot_relaxed(upcr_ppts_t ptr); unsigned int bupc_atomicUI_mswap_strict(upcr_ppts_t ptr, unsigned int mask, unsigned int val); unsigned int bupc_atomicUI_mswap_relaxed(upcr_ppts_t ptr, unsigned int mask, unsigned int val);
long bupc_atomicL_read_strict(upcr_ppts_t ptr); void bupc_atomicL_set_strict(upcr_ppts_t ptr, long val); long bupc_atomicL_swap_strict(upcr_ppts_t ptr, long val); long bupc_atomicL_cswap_strict(upcr_ppts_t ptr, long oldval, long newval); long bupc_atomicL_read_relaxed(upcr_ppts_t ptr); void bupc_atomicL_set_relaxed(upcr_ppts_t ptr, long val); long bupc_atomicL_swap_relaxed(upcr_ppts_t ptr, long val); long bupc_atomicL_cswap_relaxed(upcr_ppts_t ptr, long oldval, long newval); long bupc_atomicL_fetchadd_strict(upcr_ppts_t ptr, long op); long bupc_atomicL_fetchadd_relaxed(upcr_ppts_t ptr, long op); long bupc_atomicL_fetchand_strict(upcr_ppts_t ptr, long op); long bupc_atomicL_fetchor_strict(upcr_ppts_t ptr, long op); long bupc_atomicL_fetchxor_strict(upcr_ppts_t ptr, long op); long bupc_atomicL_fetchnot_strict(upcr_ppts_t ptr); long bupc_atomicL_fetchand_relaxed(upcr_ppts_t ptr, long op); long bupc_atomicL_fetchor_relaxed(upcr_ppts_t ptr, long op); long bupc_atomicL_fetchxor_relaxed(upcr_ppts_t ptr, long op); long bupc_atomicL_fetchnot_relaxed(upcr_ppts_t ptr); long bupc_atomicL_mswap_strict(upcr_ppts_t ptr, long mask, long val); long bupc_atomicL_mswap_relaxed(upcr_ppts_t ptr, long mask, long val);
unsigned long bupc_atomicUL_read_strict(upcr_ppts_t ptr); void bupc_atomicUL_set_strict(upcr_ppts_t ptr, unsigned long val); unsigned long bupc_atomicUL_swap_strict(upcr_ppts_t ptr, unsigned long val); unsigned long bupc_atomicUL_cswap_strict(upcr_ppts_t ptr, unsigned long oldval, unsigned long newval); unsigned long bupc_atomicUL_read_relaxed(upcr_ppts_t ptr); void bupc_atomicUL_set_relaxed(upcr_ppts_t ptr, unsigned long val); unsigned long bupc_atomicUL_swap_relaxed(upcr_ppts_t ptr, unsigned long val); unsigned long bupc_atomicUL_cswap_relaxed(upcr_ppts_t ptr, unsigned long oldval, unsigned long newval); unsigned long bupc_atomicUL_fetchadd_strict(upcr_ppts_t ptr, unsigned long op); unsigned long bupc_atomicUL_fetchadd_relaxed(upcr_ppts_t ptr, unsigned long op); unsigned long bupc_atomicUL_fetchand_strict(upcr_ppts_t ptr, unsigned long op); unsigned long bupc_atomicUL_fetchor_strict(upcr_ppts_t ptr, unsigned long op); unsigned long bupc_atomicUL_fetchxor_strict(upcr_ppts_t ptr, unsigned long op); unsigned long bupc_atomicUL_fetchnot_strict(upcr_ppts_t ptr); unsigned long bupc_atomicUL_fetchand_relaxed(upcr_ppts_t ptr, unsigned long op); unsigned long bupc_atomicUL_fetchor_relaxed(upcr_ppts_t ptr, unsigned long op); unsigned long bupc_atomicUL_fetchxor_relaxed(upcr_ppts_t ptr, unsigned long op); unsigned long bupc_atomicUL_fetchnot_relaxed(upcr_ppts_t ptr); unsigned long bupc_atomicUL_mswap_strict(upcr_ppts_t ptr, unsigned long mask, unsigned long val); unsigned long bupc_atomicUL_mswap_relaxed(upcr_ppts_t ptr, unsigned long mask, unsigned long val);
int32_t bupc_atomicI32_read_strict(upcr_ppts_t ptr); void bupc_atomicI32_set_strict(upcr_ppts_t ptr, int32_t val); int32_t bupc_atomicI32_swap_strict(upcr_ppts_t ptr, int32_t val); int32_t bupc_atomicI32_cswap_strict(upcr_ppts_t ptr, int32_t oldval, int32_t newval); int32_t bupc_atomicI32_read_relaxed(upcr_ppts_t ptr); void bupc_atomicI32_set_relaxed(upcr_ppts_t ptr, int32_t val); int32_t bupc_atomicI32_swap_relaxed(upcr_ppts_t ptr, int32_t val); int32_t bupc_atomicI32_cswap_relaxed(upcr_ppts_t ptr, int32_t oldval, int32_t newval); int32_t bupc_atomicI32_fetchadd_strict(upcr_ppts_t ptr, int32_t op); int32_t bupc_atomicI32_fetchadd_relaxed(upcr_ppts_t ptr, int32_t op); int32_t bupc_atomicI32_fetchand_strict(upcr_ppts_t ptr, int32_t op); int32_t bupc_atomicI32_fetchor_strict(upcr_ppts_t ptr, int32_t op); int32_t bupc_atomicI32_fetchxor_strict(upcr_ppts_t ptr, int32_t op); int32_t bupc_atomicI32_fetchnot_strict(upcr_ppts_t ptr); int32_t bupc_atomicI32_fetchand_relaxed(upcr_ppts_t ptr, int32_t op); int32_t bupc_atomicI32_fetchor_relaxed(upcr_ppts_t ptr, int32_t op); int32_t bupc_atomicI32_fetchxor_relaxed(upcr_ppts_t ptr, int32_t op); int32_t bupc_atomicI32_fetchnot_relaxed(upcr_ppts_t ptr); int32_t bupc_atomicI32_mswap_strict(upcr_ppts_t ptr, int32_t mask, int32_t val); int32_t bupc_atomicI32_mswap_relaxed(upcr_ppts_t ptr, int32_t mask, int32_t val);
uint32_t bupc_atomicU32_read_strict(upcr_ppts_t ptr); void bupc_atomicU32_set_strict(upcr_ppts_t ptr, uint32_t val); uint32_t bupc_atomicU32_swap_strict(upcr_ppts_t ptr, uint32_t val); uint32_t bupc_atomicU32_cswap_strict(upcr_ppts_t ptr, uint32_t oldval, uint32_t newval); uint32_t bupc_atomicU32_read_relaxed(upcr_ppts_t ptr); void bupc_atomicU32_set_relaxed(upcr_ppts_t ptr, uint32_t val); uint32_t bupc_atomicU32_swap_relaxed(upcr_ppts_t ptr, uint32_t val); uint32_t bupc_atomicU32_cswap_relaxed(upcr_ppts_t ptr, uint32_t oldval, uint32_t newval); uint32_t bupc_atomicU32_fetchadd_strict(upcr_ppts_t ptr, uint32_t op); uint32_t bupc_atomicU32_fetchadd_relaxed(upcr_ppts_t ptr, uint32_t op); uint32_t bupc_atomicU32_fetchand_strict(upcr_ppts_t ptr, uint32_t op); uint32_t bupc_atomicU32_fetchor_strict(upcr_ppts_t ptr, uint32_t op); uint32_t bupc_atomicU32_fetchxor_strict(upcr_ppts_t ptr, uint32_t op); uint32_t bupc_atomicU32_fetchnot_strict(upcr_ppts_t ptr); uint32_t bupc_atomicU32_fetchand_relaxed(upcr_ppts_t ptr, uint32_t op); uint32_t bupc_atomicU32_fetchor_relaxed(upcr_ppts_t ptr, uint32_t op); uint32_t bupc_atomicU32_fetchxor_relaxed(upcr_ppts_t ptr, uint32_t op); uint32_t bupc_atomicU32_fetchnot_relaxed(upcr_ppts_t ptr); uint32_t bupc_atomicU32_mswap_strict(upcr_ppts_t ptr, uint32_t mask, uint32_t val); uint32_t bupc_atomicU32_mswap_relaxed(upcr_ppts_t ptr, uint32_t mask, uint32_t val);
int64_t bupc_atomicI64_read_strict(upcr_ppts_t ptr); void bupc_atomicI64_set_strict(upcr_ppts_t ptr, int64_t val); int64_t bupc_atomicI64_swap_strict(upcr_ppts_t ptr, int64_t val); int64_t bupc_atomicI64_cswap_strict(upcr_ppts_t ptr, int64_t oldval, int64_t newval); int64_t bupc_atomicI64_read_relaxed(upcr_ppts_t ptr); void bupc_atomicI64_set_relaxed(upcr_ppts_t ptr, int64_t val); int64_t bupc_atomicI64_swap_relaxed(upcr_ppts_t ptr, int64_t val); int64_t bupc_atomicI64_cswap_relaxed(upcr_ppts_t ptr, int64_t oldval, int64_t newval); int64_t bupc_atomicI64_fetchadd_strict(upcr_ppts_t ptr, int64_t op); int64_t bupc_atomicI64_fetchadd_relaxed(upcr_ppts_t ptr, int64_t op); int64_t bupc_atomicI64_fetchand_strict(upcr_ppts_t ptr, int64_t op); int64_t bupc_atomicI64_fetchor_strict(upcr_ppts_t ptr, int64_t op); int64_t bupc_atomicI64_fetchxor_strict(upcr_ppts_t ptr, int64_t op); int64_t bupc_atomicI64_fetchnot_strict(upcr_ppts_t ptr); int64_t bupc_atomicI64_fetchand_relaxed(upcr_ppts_t ptr, int64_t op); int64_t bupc_atomicI64_fetchor_relaxed(upcr_ppts_t ptr, int64_t op); int64_t bupc_atomicI64_fetchxor_relaxed(upcr_ppts_t ptr, int64_t op); int64_t bupc_atomicI64_fetchnot_relaxed(upcr_ppts_t ptr); int64_t bupc_atomicI64_mswap_strict(upcr_ppts_t ptr, int64_t mask, int64_t val); int64_t bupc_atomicI64_mswap_relaxed(upcr_ppts_t ptr, int64_t mask, int64_t val);
uint64_t bupc_atomicU64_read_strict(upcr_ppts_t ptr); void bupc_atomicU64_set_strict(upcr_ppts_t ptr, uint64_t val); uint64_t bupc_atomicU64_swap_strict(upcr_ppts_t ptr, uint64_t val); uint64_t bupc_atomicU64_cswap_strict(upcr_ppts_t ptr, uint64_t oldval, uint64_t newval); uint64_t bupc_atomicU64_read_relaxed(upcr_ppts_t ptr); void bupc_atomicU64_set_relaxed(upcr_ppts_t ptr, uint64_t val); uint64_t bupc_atomicU64_swap_relaxed(upcr_ppts_t ptr, uint64_t val); uint64_t bupc_atomicU64_cswap_relaxed(upcr_ppts_t ptr, uint64_t oldval, uint64_t newval); uint64_t bupc_atomicU64_fetchadd_strict(upcr_ppts_t ptr, uint64_t op); uint64_t bupc_atomicU64_fetchadd_relaxed(upcr_ppts_t ptr, uint64_t op); uint64_t bupc_atomicU64_fetchand_strict(upcr_ppts_t ptr, uint64_t op); uint64_t bupc_atomicU64_fetchor_strict(upcr_ppts_t ptr, uint64_t op); uint64_t bupc_atomicU64_fetchxor_strict(upcr_ppts_t ptr, uint64_t op); uint64_t bupc_atomicU64_fetchnot_strict(upcr_ppts_t ptr); uint64_t bupc_atomicU64_fetchand_relaxed(upcr_ppts_t ptr, uint64_t op); uint64_t bupc_atomicU64_fetchor_relaxed(upcr_ppts_t ptr, uint64_t op); uint64_t bupc_atomicU64_fetchxor_relaxed(upcr_ppts_t ptr, uint64_t op); uint64_t bupc_atomicU64_fetchnot_relaxed(upcr_ppts_t ptr); uint64_t bupc_atomicU64_mswap_strict(upcr_ppts_t ptr, uint64_t mask, uint64_t val); uint64_t bupc_atomicU64_mswap_relaxed(upcr_ppts_t ptr, uint64_t mask, uint64_t val);
float bupc_atomicF_read_strict(upcr_ppts_t ptr); void bupc_atomicF_set_strict(upcr_ppts_t ptr, float val); float bupc_atomicF_swap_strict(upcr_ppts_t ptr, float val); float bupc_atomicF_cswap_strict(upcr_ppts_t ptr, float oldval, float newval); float bupc_atomicF_read_relaxed(upcr_ppts_t ptr); void bupc_atomicF_set_relaxed(upcr_ppts_t ptr, float val); float bupc_atomicF_swap_relaxed(upcr_ppts_t ptr, float val); float bupc_atomicF_cswap_relaxed(upcr_ppts_t ptr, float oldval, float newval); float bupc_atomicF_fetchadd_strict(upcr_ppts_t ptr, float op); float bupc_atomicF_fetchadd_relaxed(upcr_ppts_t ptr, float op);
double bupc_atomicD_read_strict(upcr_ppts_t ptr); void bupc_atomicD_set_strict(upcr_ppts_t ptr, double val); double bupc_atomicD_swap_strict(upcr_ppts_t ptr, double val); double bupc_atomicD_cswap_strict(upcr_ppts_t ptr, double oldval, double newval); double bupc_atomicD_read_relaxed(upcr_ppts_t ptr); void bupc_atomicD_set_relaxed(upcr_ppts_t ptr, double val); double bupc_atomicD_swap_relaxed(upcr_ppts_t ptr, double val); double bupc_atomicD_cswap_relaxed(upcr_ppts_t ptr, double oldval, double newval); double bupc_atomicD_fetchadd_strict(upcr_ppts_t ptr, double op); double bupc_atomicD_fetchadd_relaxed(upcr_ppts_t ptr, double op);
upcr_ppts_t bupc_atomicPTS_read_strict(upcr_ppts_t ptr);  void bupc_atomicPTS_set_strict(upcr_ppts_t ptr, upcr_ppts_t val); upcr_ppts_t bupc_atomicPTS_swap_strict(upcr_ppts_t ptr, upcr_ppts_t val);  upcr_ppts_t bupc_atomicPTS_cswap_strict(upcr_ppts_t ptr, upcr_ppts_t oldval, upcr_ppts_t newval);  upcr_ppts_t bupc_atomicPTS_read_relaxed(upcr_ppts_t ptr);  void bupc_atomicPTS_set_relaxed(upcr_ppts_t ptr, upcr_ppts_t val); upcr_ppts_t bupc_atomicPTS_swap_relaxed(upcr_ppts_t ptr, upcr_ppts_t val);  upcr_ppts_t bupc_atomicPTS_cswap_relaxed(upcr_ppts_t ptr, upcr_ppts_t oldval, upcr_ppts_t newval); 

# 1 "/tmp/wt/fz/build/include/upcr/typed_atomics_end.h" 1 3
# 172 "/tmp/wt/fz/build/include/bupc_extensions.h" 2 3



    const char *bupc_trace_getmask(void);
void bupc_trace_setmask(const char *newmask);
int bupc_trace_gettracelocal(void);
void bupc_trace_settracelocal(int newval);
const char *bupc_stats_getmask(void);
void bupc_stats_setmask(const char *newmask);
# 13 "/tmp/wt/fz/build/include/upc.h" 2 3
# 2 "/tmp/fzw/c.upc" 2
# 1 "/usr/include/stdio.h" 1 3 4
# 27 "/usr/include/stdio.h" 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/libc-header-start.h" 1 3 4
# 28 "/usr/include/stdio.h" 2 3 4





# 1 "/usr/lib/gcc/x86_64-linux-gnu/12/include/stddef.h" 1 3 4
# 34 "/usr/include/stdio.h" 2 3 4


# 1 "/usr/lib/gcc/x86_64-linux-gnu/12/include/stdarg.h" 1 3 4
# 40 "/usr/lib/gcc/x86_64-linux-gnu/12/include/stdarg.h" 3 4
typedef __builtin_va_list __gnuc_va_list;
# 37 "/usr/include/stdio.h" 2 3 4


# 1 "/usr/include/x86_64-linux-gnu/bits/types/__fpos_t.h" 1 3 4




# 1 "/usr/include/x86_64-linux-gnu/bits/types/__mbstate_t.h" 1 3 4
# 13 "/usr/include/x86_64-linux-gnu/bits/types/__mbstate_t.h" 3 4
typedef struct
{
  int __count;
  union
  {
    unsigned int __wch;
    char __wchb[4];
  } __value;
} __mbstate_t;
# 6 "/usr/include/x86_64-linux-gnu/bits/types/__fpos_t.h" 2 3 4




typedef struct _G_fpos_t
{
  __off_t __pos;
  __mbstate_t __state;
} __fpos_t;
# 40 "/usr/include/stdio.h" 2 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/types/__fpos64_t.h" 1 3 4
# 10 "/usr/include/x86_64-linux-gnu/bits/types/__fpos64_t.h" 3 4
typedef struct _G_fpos64_t
{
  __off64_t __pos;
  __mbstate_t __state;
} __fpos64_t;
# 41 "/usr/include/stdio.h" 2 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/types/__FILE.h" 1 3 4



struct _IO_FILE;
typedef struct _IO_FILE __FILE;
# 42 "/usr/include/stdio.h" 2 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/types/FILE.h" 1 3 4



struct _IO_FILE;


typedef struct _IO_FILE FILE;
# 43 "/usr/include/stdio.h" 2 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/types/struct_FILE.h" 1 3 4
# 35 "/usr/include/x86_64-linux-gnu/bits/types/struct_FILE.h" 3 4
struct _IO_FILE;
struct _IO_marker;
struct _IO_codecvt;
struct _IO_wide_data;




typedef void _IO_lock_t;





struct _IO_FILE
{
  int _flags;


  char *_IO_read_ptr;
  char *_IO_read_end;
  char *_IO_read_base;
  char *_IO_write_base;
  char *_IO_write_ptr;
  char *_IO_write_end;
  char *_IO_buf_base;
  char *_IO_buf_end;


  char *_IO_save_base;
  char *_IO_backup_base;
  char *_IO_save_end;

  struct _IO_marker *_markers;

  struct _IO_FILE *_chain;

  int _fileno;
  int _flags2;
  __off_t _old_offset;


  unsigned short _cur_column;
  signed char _vtable_offset;
  char _shortbuf[1];

  _IO_lock_t *_lock;







  __off64_t _offset;

  struct _IO_codecvt *_codecvt;
  struct _IO_wide_data *_wide_data;
  struct _IO_FILE *_freeres_list;
  void *_freeres_buf;
  size_t __pad5;
  int _mode;

  char _unused2[15 * sizeof (int) - 4 * sizeof (void *) - sizeof (size_t)];
};
# 44 "/usr/include/stdio.h" 2 3 4
# 52 "/usr/include/stdio.h" 3 4
typedef __gnuc_va_list va_list;
# 63 "/usr/include/stdio.h" 3 4
typedef __off_t off_t;
# 77 "/usr/include/stdio.h" 3 4
typedef __ssize_t ssize_t;






typedef __fpos_t fpos_t;
# 133 "/usr/include/stdio.h" 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/stdio_lim.h" 1 3 4
# 134 "/usr/include/stdio.h" 2 3 4
# 143 "/usr/include/stdio.h" 3 4
extern FILE *stdin;
extern FILE *stdout;
extern FILE *stderr;






extern int remove (const char *__filename) __attribute__ ((__nothrow__ , __leaf__));

extern int rename (const char *__old, const char *__new) __attribute__ ((__nothrow__ , __leaf__));



extern int renameat (int __oldfd, const char *__old, int __newfd,
       const char *__new) __attribute__ ((__nothrow__ , __leaf__));
# 178 "/usr/include/stdio.h" 3 4
extern int fclose (FILE *__stream);
# 188 "/usr/include/stdio.h" 3 4
extern FILE *tmpfile (void)
  __attribute__ ((__malloc__)) __attribute__ ((__malloc__ (fclose, 1))) ;
# 205 "/usr/include/stdio.h" 3 4
extern char *tmpnam (char[20]) __attribute__ ((__nothrow__ , __leaf__)) ;




extern char *tmpnam_r (char __s[20]) __attribute__ ((__nothrow__ , __leaf__)) ;
# 222 "/usr/include/stdio.h" 3 4
extern char *tempnam (const char *__dir, const char *__pfx)
   __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__malloc__)) __attribute__ ((__malloc__ (__builtin_free, 1)));






extern int fflush (FILE *__stream);
# 239 "/usr/include/stdio.h" 3 4
extern int fflush_unlocked (FILE *__stream);
# 258 "/usr/include/stdio.h" 3 4
extern FILE *fopen (const char *__restrict __filename,
      const char *__restrict __modes)
  __attribute__ ((__malloc__)) __attribute__ ((__malloc__ (fclose, 1))) ;




extern FILE *freopen (const char *__restrict __filename,
        const char *__restrict __modes,
        FILE *__restrict __stream) ;
# 293 "/usr/include/stdio.h" 3 4
extern FILE *fdopen (int __fd, const char *__modes) __attribute__ ((__nothrow__ , __leaf__))
  __attribute__ ((__malloc__)) __attribute__ ((__malloc__ (fclose, 1))) ;
# 308 "/usr/include/stdio.h" 3 4
extern FILE *fmemopen (void *__s, size_t __len, const char *__modes)
  __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__malloc__)) __attribute__ ((__malloc__ (fclose, 1))) ;




extern FILE *open_memstream (char **__bufloc, size_t *__sizeloc) __attribute__ ((__nothrow__ , __leaf__))
  __attribute__ ((__malloc__)) __attribute__ ((__malloc__ (fclose, 1))) ;
# 328 "/usr/include/stdio.h" 3 4
extern void setbuf (FILE *__restrict __stream, char *__restrict __buf) __attribute__ ((__nothrow__ , __leaf__));



extern int setvbuf (FILE *__restrict __stream, char *__restrict __buf,
      int __modes, size_t __n) __attribute__ ((__nothrow__ , __leaf__));




extern void setbuffer (FILE *__restrict __stream, char *__restrict __buf,
         size_t __size) __attribute__ ((__nothrow__ , __leaf__));


extern void setlinebuf (FILE *__stream) __attribute__ ((__nothrow__ , __leaf__));







extern int fprintf (FILE *__restrict __stream,
      const char *__restrict __format, ...);




extern int printf (const char *__restrict __format, ...);

extern int sprintf (char *__restrict __s,
      const char *__restrict __format, ...) __attribute__ ((__nothrow__));





extern int vfprintf (FILE *__restrict __s, const char *__restrict __format,
       __gnuc_va_list __arg);




extern int vprintf (const char *__restrict __format, __gnuc_va_list __arg);

extern int vsprintf (char *__restrict __s, const char *__restrict __format,
       __gnuc_va_list __arg) __attribute__ ((__nothrow__));



extern int snprintf (char *__restrict __s, size_t __maxlen,
       const char *__restrict __format, ...)
     __attribute__ ((__nothrow__)) __attribute__ ((__format__ (__printf__, 3, 4)));

extern int vsnprintf (char *__restrict __s, size_t __maxlen,
        const char *__restrict __format, __gnuc_va_list __arg)
     __attribute__ ((__nothrow__)) __attribute__ ((__format__ (__printf__, 3, 0)));
# 403 "/usr/include/stdio.h" 3 4
extern int vdprintf (int __fd, const char *__restrict __fmt,
       __gnuc_va_list __arg)
     __attribute__ ((__format__ (__printf__, 2, 0)));
extern int dprintf (int __fd, const char *__restrict __fmt, ...)
     __attribute__ ((__format__ (__printf__, 2, 3)));







extern int fscanf (FILE *__restrict __stream,
     const char *__restrict __format, ...) ;




extern int scanf (const char *__restrict __format, ...) ;

extern int sscanf (const char *__restrict __s,
     const char *__restrict __format, ...) __attribute__ ((__nothrow__ , __leaf__));





# 1 "/usr/include/x86_64-linux-gnu/bits/floatn.h" 1 3 4
# 120 "/usr/include/x86_64-linux-gnu/bits/floatn.h" 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/floatn-common.h" 1 3 4
# 24 "/usr/include/x86_64-linux-gnu/bits/floatn-common.h" 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/long-double.h" 1 3 4
# 25 "/usr/include/x86_64-linux-gnu/bits/floatn-common.h" 2 3 4
# 121 "/usr/include/x86_64-linux-gnu/bits/floatn.h" 2 3 4
# 431 "/usr/include/stdio.h" 2 3 4



extern int fscanf (FILE *__restrict __stream, const char *__restrict __format, ...) __asm__ ("" "__isoc99_fscanf")

                               ;
extern int scanf (const char *__restrict __format, ...) __asm__ ("" "__isoc99_scanf")
                              ;
extern int sscanf (const char *__restrict __s, const char *__restrict __format, ...) __asm__ ("" "__isoc99_sscanf") __attribute__ ((__nothrow__ , __leaf__))

                      ;
# 459 "/usr/include/stdio.h" 3 4
extern int vfscanf (FILE *__restrict __s, const char *__restrict __format,
      __gnuc_va_list __arg)
     __attribute__ ((__format__ (__scanf__, 2, 0))) ;





extern int vscanf (const char *__restrict __format, __gnuc_va_list __arg)
     __attribute__ ((__format__ (__scanf__, 1, 0))) ;


extern int vsscanf (const char *__restrict __s,
      const char *__restrict __format, __gnuc_va_list __arg)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__format__ (__scanf__, 2, 0)));





extern int vfscanf (FILE *__restrict __s, const char *__restrict __format, __gnuc_va_list __arg) __asm__ ("" "__isoc99_vfscanf")



     __attribute__ ((__format__ (__scanf__, 2, 0))) ;
extern int vscanf (const char *__restrict __format, __gnuc_va_list __arg) __asm__ ("" "__isoc99_vscanf")

     __attribute__ ((__format__ (__scanf__, 1, 0))) ;
extern int vsscanf (const char *__restrict __s, const char *__restrict __format, __gnuc_va_list __arg) __asm__ ("" "__isoc99_vsscanf") __attribute__ ((__nothrow__ , __leaf__))



     __attribute__ ((__format__ (__scanf__, 2, 0)));
# 513 "/usr/include/stdio.h" 3 4
extern int fgetc (FILE *__stream);
extern int getc (FILE *__stream);





extern int getchar (void);






extern int getc_unlocked (FILE *__stream);
extern int getchar_unlocked (void);
# 538 "/usr/include/stdio.h" 3 4
extern int fgetc_unlocked (FILE *__stream);
# 549 "/usr/include/stdio.h" 3 4
extern int fputc (int __c, FILE *__stream);
extern int putc (int __c, FILE *__stream);





extern int putchar (int __c);
# 565 "/usr/include/stdio.h" 3 4
extern int fputc_unlocked (int __c, FILE *__stream);







extern int putc_unlocked (int __c, FILE *__stream);
extern int putchar_unlocked (int __c);






extern int getw (FILE *__stream);


extern int putw (int __w, FILE *__stream);







extern char *fgets (char *__restrict __s, int __n, FILE *__restrict __stream)
     __attribute__ ((__access__ (__write_only__, 1, 2)));
# 632 "/usr/include/stdio.h" 3 4
extern __ssize_t __getdelim (char **__restrict __lineptr,
                             size_t *__restrict __n, int __delimiter,
                             FILE *__restrict __stream) ;
extern __ssize_t getdelim (char **__restrict __lineptr,
                           size_t *__restrict __n, int __delimiter,
                           FILE *__restrict __stream) ;







extern __ssize_t getline (char **__restrict __lineptr,
                          size_t *__restrict __n,
                          FILE *__restrict __stream) ;







extern int fputs (const char *__restrict __s, FILE *__restrict __stream);





extern int puts (const char *__s);






extern int ungetc (int __c, FILE *__stream);






extern size_t fread (void *__restrict __ptr, size_t __size,
       size_t __n, FILE *__restrict __stream) ;




extern size_t fwrite (const void *__restrict __ptr, size_t __size,
        size_t __n, FILE *__restrict __s);
# 702 "/usr/include/stdio.h" 3 4
extern size_t fread_unlocked (void *__restrict __ptr, size_t __size,
         size_t __n, FILE *__restrict __stream) ;
extern size_t fwrite_unlocked (const void *__restrict __ptr, size_t __size,
          size_t __n, FILE *__restrict __stream);







extern int fseek (FILE *__stream, long int __off, int __whence);




extern long int ftell (FILE *__stream) ;




extern void rewind (FILE *__stream);
# 736 "/usr/include/stdio.h" 3 4
extern int fseeko (FILE *__stream, __off_t __off, int __whence);




extern __off_t ftello (FILE *__stream) ;
# 760 "/usr/include/stdio.h" 3 4
extern int fgetpos (FILE *__restrict __stream, fpos_t *__restrict __pos);




extern int fsetpos (FILE *__stream, const fpos_t *__pos);
# 786 "/usr/include/stdio.h" 3 4
extern void clearerr (FILE *__stream) __attribute__ ((__nothrow__ , __leaf__));

extern int feof (FILE *__stream) __attribute__ ((__nothrow__ , __leaf__)) ;

extern int ferror (FILE *__stream) __attribute__ ((__nothrow__ , __leaf__)) ;



extern void clearerr_unlocked (FILE *__stream) __attribute__ ((__nothrow__ , __leaf__));
extern int feof_unlocked (FILE *__stream) __attribute__ ((__nothrow__ , __leaf__)) ;
extern int ferror_unlocked (FILE *__stream) __attribute__ ((__nothrow__ , __leaf__)) ;







extern void perror (const char *__s);




extern int fileno (FILE *__stream) __attribute__ ((__nothrow__ , __leaf__)) ;




extern int fileno_unlocked (FILE *__stream) __attribute__ ((__nothrow__ , __leaf__)) ;
# 823 "/usr/include/stdio.h" 3 4
extern int pclose (FILE *__stream);





extern FILE *popen (const char *__command, const char *__modes)
  __attribute__ ((__malloc__)) __attribute__ ((__malloc__ (pclose, 1))) ;






extern char *ctermid (char *__s) __attribute__ ((__nothrow__ , __leaf__))
  __attribute__ ((__access__ (__write_only__, 1)));
# 867 "/usr/include/stdio.h" 3 4
extern void flockfile (FILE *__stream) __attribute__ ((__nothrow__ , __leaf__));



extern int ftrylockfile (FILE *__stream) __attribute__ ((__nothrow__ , __leaf__)) ;


extern void funlockfile (FILE *__stream) __attribute__ ((__nothrow__ , __leaf__));
# 885 "/usr/include/stdio.h" 3 4
extern int __uflow (FILE *);
extern int __overflow (FILE *, int);
# 909 "/usr/include/stdio.h" 3 4

# 3 "/tmp/fzw/c.upc" 2

# 3 "/tmp/fzw/c.upc"
 _Thread_local __attribute__((tls_model("initial-exec"))) int g;
__asm__(".pushsection upcr_slot,\"aw\",@progbits\n\t.balign 8\n\t__upcr_slot_p: .quad p\n\t.popsection"); extern const unsigned long __upcr_slot_p __asm__("__upcr_slot_p") __attribute__((visibility("hidden")));  static void __upcr_init1(void) { static int *__upcr_image[] = { &g }; unsigned long __upcr_n = sizeof __upcr_image / 8; if (__upcr_n > 1ul * (unsigned long)upcr_threads()) __upcr_n = 1ul * (unsigned long)upcr_threads(); upcr_init_shared(__upcr_slot_p, __upcr_image, __upcr_n, 1, 8); } static void (*const __upcr_record1)(void) __attribute__((section("upcr_init"), used)) = __upcr_init1; 
__asm__(".pushsection upcr_slot,\"aw\",@progbits\n\t.balign 8\n\t__upcr_slot_q: .quad q\n\t.popsection"); extern const unsigned long __upcr_slot_q __asm__("__upcr_slot_q") __attribute__((visibility("hidden")));  static void __upcr_init2(void) { static int *__upcr_image = (int[]){1,2}; upcr_init_shared(__upcr_slot_q, &__upcr_image, 1, 1, 8); } static void (*const __upcr_record2)(void) __attribute__((section("upcr_init"), used)) = __upcr_init2; 
int main(void){ if (upcr_mythread()==0) printf("%d %d\n", ((int *)upcr_get_ptr(__upcr_slot_p))==&g, ((int *)upcr_get_ptr(__upcr_slot_q))[1]); return 0; }
__asm__(".pushsection upcr_shared,\"\",@nobits\n\t.globl p\n\t.type p,@object\n\t.size p,8\n\t.balign 16\n\tp: .zero 8\n\t.popsection");
__asm__(".pushsection .upc.decl,\"\",@progbits\n\t.ascii \"p\\011def\\0118\\0111\\0118\\0111*T\\011int *shared [THREADS]\\011/tmp/fzw/c.upc:4\\012\"\n\t.popsection");
__asm__(".pushsection upcr_shared,\"\",@nobits\n\t.globl q\n\t.type q,@object\n\t.size q,8\n\t.balign 16\n\tq: .zero 8\n\t.popsection");
__asm__(".pushsection .upc.decl,\"\",@progbits\n\t.ascii \"q\\011def\\0118\\0111\\0118\\0111\\011int *shared\\011/tmp/fzw/c.upc:5\\012\"\n\t.popsection");

__asm__(".pushsection .note.upc,\"a\",@note\n\t.balign 4\n\t.long 4, 2f-1f, 1\n\t.asciz \"UPC\"\n\t1:\n\t.asciz \"abi=1\"\n\t.asciz \"mode=pthreads\"\n\t.asciz \"threads=0\"\n\t.asciz \"upc=1\"\n\t.asciz \"checks=0\"\n\t.asciz \"file=/tmp/fzw/c.upc\"\n\t2:\n\t.balign 4\n\t.popsection");
