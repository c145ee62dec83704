# 0 "/work/main/tests/run/practice/bool_of_pointers.upc"
# 0 "<built-in>"
# 0 "<command-line>"
# 1 "/usr/include/stdc-predef.h" 1 3 4
# 0 "<command-line>" 2
# 1 "/work/main/build/include/upcr/preinclude.h" 1

       
# 3 "/work/main/build/include/upcr/preinclude.h" 3
# 1 "/work/main/build/include/upcr/upcr.h" 1 3




       
# 6 "/work/main/build/include/upcr/upcr.h" 3



# 1 "/work/main/build/include/upcr/thread.h" 1 3

       
# 3 "/work/main/build/include/upcr/thread.h" 3





# 7 "/work/main/build/include/upcr/thread.h" 3
struct upcr_thread {
  char *const *seg;
  int mythread, threads;
  unsigned long recip;
  int forall_depth;
  int poll_budget;
  char *priv;
};




extern struct upcr_thread upcr_self;


static __inline__ __attribute__((always_inline, unused)) int upcr_mythread(void) { return upcr_self.mythread; }


static __inline__ __attribute__((always_inline, unused)) int upcr_threads(void) {



  return upcr_self.threads;

}
# 10 "/work/main/build/include/upcr/upcr.h" 2 3

# 1 "/work/main/build/include/upcr/pts.h" 1 3





       
# 7 "/work/main/build/include/upcr/pts.h" 3



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

static __inline__ __attribute__((always_inline, unused)) upcr_pts_t upcr_add1(upcr_pts_t p, long elems, unsigned long elem_size) {
  long row = upcr_div_threads((long)upcr_thread(p) + elems);
  return upcr_pts_move(p, elems - row * upcr_threads(), (unsigned long)row * elem_size);
}

static __inline__ __attribute__((always_inline, unused)) upcr_ppts_t upcr_addb(upcr_ppts_t p, long elems, unsigned long block_size, unsigned long elem_size) {
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
# 12 "/work/main/build/include/upcr/upcr.h" 2 3

# 1 "/work/main/build/include/upcr/abi.h" 1 3


       
# 4 "/work/main/build/include/upcr/abi.h" 3





extern void upcr_barrier(int has_value, int value);

extern void upcr_notify(int has_value, int value);

extern void upcr_wait(int has_value, int value);

extern void upcr_init_shared(upcr_pts_t object, const void *image, unsigned long elems, unsigned long block_size, unsigned long elem_size);
extern void upcr_far_get(void *dst, upcr_pts_t src, unsigned long n);
extern void upcr_far_put(upcr_pts_t dst, const void *src, unsigned long n);
extern void upcr_far_copy(upcr_pts_t dst, upcr_pts_t src, unsigned long n);
extern void upcr_poll_slow(void);

extern void *upcr_local_fail(upcr_pts_t p);
# 14 "/work/main/build/include/upcr/upcr.h" 2 3

# 1 "/work/main/build/include/upcr/access.h" 1 3





       
# 7 "/work/main/build/include/upcr/access.h" 3





void upcr_far_get(void *dst, upcr_pts_t src, unsigned long n) __attribute__((cold));
void upcr_far_put(upcr_pts_t dst, const void *src, unsigned long n) __attribute__((cold));
void upcr_far_copy(upcr_pts_t dst, upcr_pts_t src, unsigned long n) __attribute__((cold));
void *upcr_local_fail(upcr_pts_t p) __attribute__((cold));



static __inline__ __attribute__((always_inline, unused)) void upcr_full_fence(void) {

  __asm__ __volatile__("lock; orl $0, (%%rsp)" ::: "memory", "cc");




}


static __inline__ __attribute__((always_inline, unused)) char *upcr_near(upcr_pts_t p) {
  char *base = upcr_self.seg[upcr_thread(p)];
  return __builtin_expect(base != 0, 1) ? base + upcr_pts_offset(p) : (char *)0;
}

static __inline__ __attribute__((always_inline, unused)) void *upcr_local(upcr_pts_t p) {
  char *base;
  if (p == 0)
    return (void *)0;
  base = upcr_self.seg[upcr_thread(p)];
  return __builtin_expect(base != 0, 1) ? base + upcr_pts_offset(p) : upcr_local_fail(p);
}
# 81 "/work/main/build/include/upcr/access.h" 3
static __inline__ __attribute__((always_inline, unused)) signed char upcr_get_i8(upcr_pts_t p) { char *at = upcr_near(p); signed char value; if (__builtin_expect(at != 0, 1)) return *(signed char *)(void *)at; upcr_far_get(&value, p, sizeof value); return value; } static __inline__ __attribute__((always_inline, unused)) signed char upcr_put_i8(upcr_pts_t p, signed char value) { char *at = upcr_near(p); if (__builtin_expect(at != 0, 1)) *(signed char *)(void *)at = value; else upcr_far_put(p, &value, sizeof value); return value; } static __inline__ __attribute__((always_inline, unused)) signed char upcr_gets_i8(upcr_pts_t p) { char *at = upcr_near(p); signed char value; upcr_full_fence(); if (__builtin_expect(at != 0, 1)) value = *(signed char volatile *)(void *)at; else upcr_far_get(&value, p, sizeof value); upcr_full_fence(); return value; } static __inline__ __attribute__((always_inline, unused)) signed char upcr_puts_i8(upcr_pts_t p, signed char value) { char *at = upcr_near(p); upcr_full_fence(); if (__builtin_expect(at != 0, 1)) *(signed char volatile *)(void *)at = value; else upcr_far_put(p, &value, sizeof value); upcr_full_fence(); return value; }
static __inline__ __attribute__((always_inline, unused)) unsigned char upcr_get_u8(upcr_pts_t p) { char *at = upcr_near(p); unsigned char value; if (__builtin_expect(at != 0, 1)) return *(unsigned char *)(void *)at; upcr_far_get(&value, p, sizeof value); return value; } static __inline__ __attribute__((always_inline, unused)) unsigned char upcr_put_u8(upcr_pts_t p, unsigned char value) { char *at = upcr_near(p); if (__builtin_expect(at != 0, 1)) *(unsigned char *)(void *)at = value; else upcr_far_put(p, &value, sizeof value); return value; } static __inline__ __attribute__((always_inline, unused)) unsigned char upcr_gets_u8(upcr_pts_t p) { char *at = upcr_near(p); unsigned char value; upcr_full_fence(); if (__builtin_expect(at != 0, 1)) value = *(unsigned char volatile *)(void *)at; else upcr_far_get(&value, p, sizeof value); upcr_full_fence(); return value; } static __inline__ __attribute__((always_inline, unused)) unsigned char upcr_puts_u8(upcr_pts_t p, unsigned char value) { char *at = upcr_near(p); upcr_full_fence(); if (__builtin_expect(at != 0, 1)) *(unsigned char volatile *)(void *)at = value; else upcr_far_put(p, &value, sizeof value); upcr_full_fence(); return value; }
static __inline__ __attribute__((always_inline, unused)) short upcr_get_i16(upcr_pts_t p) { char *at = upcr_near(p); short value; if (__builtin_expect(at != 0, 1)) return *(short *)(void *)at; upcr_far_get(&value, p, sizeof value); return value; } static __inline__ __attribute__((always_inline, unused)) short upcr_put_i16(upcr_pts_t p, short value) { char *at = upcr_near(p); if (__builtin_expect(at != 0, 1)) *(short *)(void *)at = value; else upcr_far_put(p, &value, sizeof value); return value; } static __inline__ __attribute__((always_inline, unused)) short upcr_gets_i16(upcr_pts_t p) { char *at = upcr_near(p); short value; upcr_full_fence(); if (__builtin_expect(at != 0, 1)) value = *(short volatile *)(void *)at; else upcr_far_get(&value, p, sizeof value); upcr_full_fence(); return value; } static __inline__ __attribute__((always_inline, unused)) short upcr_puts_i16(upcr_pts_t p, short value) { char *at = upcr_near(p); upcr_full_fence(); if (__builtin_expect(at != 0, 1)) *(short volatile *)(void *)at = value; else upcr_far_put(p, &value, sizeof value); upcr_full_fence(); return value; }
static __inline__ __attribute__((always_inline, unused)) unsigned short upcr_get_u16(upcr_pts_t p) { char *at = upcr_near(p); unsigned short value; if (__builtin_expect(at != 0, 1)) return *(unsigned short *)(void *)at; upcr_far_get(&value, p, sizeof value); return value; } static __inline__ __attribute__((always_inline, unused)) unsigned short upcr_put_u16(upcr_pts_t p, unsigned short value) { char *at = upcr_near(p); if (__builtin_expect(at != 0, 1)) *(unsigned short *)(void *)at = value; else upcr_far_put(p, &value, sizeof value); return value; } static __inline__ __attribute__((always_inline, unused)) unsigned short upcr_gets_u16(upcr_pts_t p) { char *at = upcr_near(p); unsigned short value; upcr_full_fence(); if (__builtin_expect(at != 0, 1)) value = *(unsigned short volatile *)(void *)at; else upcr_far_get(&value, p, sizeof value); upcr_full_fence(); return value; } static __inline__ __attribute__((always_inline, unused)) unsigned short upcr_puts_u16(upcr_pts_t p, unsigned short value) { char *at = upcr_near(p); upcr_full_fence(); if (__builtin_expect(at != 0, 1)) *(unsigned short volatile *)(void *)at = value; else upcr_far_put(p, &value, sizeof value); upcr_full_fence(); return value; }
static __inline__ __attribute__((always_inline, unused)) int upcr_get_i32(upcr_pts_t p) { char *at = upcr_near(p); int value; if (__builtin_expect(at != 0, 1)) return *(int *)(void *)at; upcr_far_get(&value, p, sizeof value); return value; } static __inline__ __attribute__((always_inline, unused)) int upcr_put_i32(upcr_pts_t p, int value) { char *at = upcr_near(p); if (__builtin_expect(at != 0, 1)) *(int *)(void *)at = value; else upcr_far_put(p, &value, sizeof value); return value; } static __inline__ __attribute__((always_inline, unused)) int upcr_gets_i32(upcr_pts_t p) { char *at = upcr_near(p); int value; upcr_full_fence(); if (__builtin_expect(at != 0, 1)) value = *(int volatile *)(void *)at; else upcr_far_get(&value, p, sizeof value); upcr_full_fence(); return value; } static __inline__ __attribute__((always_inline, unused)) int upcr_puts_i32(upcr_pts_t p, int value) { char *at = upcr_near(p); upcr_full_fence(); if (__builtin_expect(at != 0, 1)) *(int volatile *)(void *)at = value; else upcr_far_put(p, &value, sizeof value); upcr_full_fence(); return value; }
static __inline__ __attribute__((always_inline, unused)) unsigned int upcr_get_u32(upcr_pts_t p) { char *at = upcr_near(p); unsigned int value; if (__builtin_expect(at != 0, 1)) return *(unsigned int *)(void *)at; upcr_far_get(&value, p, sizeof value); return value; } static __inline__ __attribute__((always_inline, unused)) unsigned int upcr_put_u32(upcr_pts_t p, unsigned int value) { char *at = upcr_near(p); if (__builtin_expect(at != 0, 1)) *(unsigned int *)(void *)at = value; else upcr_far_put(p, &value, sizeof value); return value; } static __inline__ __attribute__((always_inline, unused)) unsigned int upcr_gets_u32(upcr_pts_t p) { char *at = upcr_near(p); unsigned int value; upcr_full_fence(); if (__builtin_expect(at != 0, 1)) value = *(unsigned int volatile *)(void *)at; else upcr_far_get(&value, p, sizeof value); upcr_full_fence(); return value; } static __inline__ __attribute__((always_inline, unused)) unsigned int upcr_puts_u32(upcr_pts_t p, unsigned int value) { char *at = upcr_near(p); upcr_full_fence(); if (__builtin_expect(at != 0, 1)) *(unsigned int volatile *)(void *)at = value; else upcr_far_put(p, &value, sizeof value); upcr_full_fence(); return value; }
static __inline__ __attribute__((always_inline, unused)) long upcr_get_i64(upcr_pts_t p) { char *at = upcr_near(p); long value; if (__builtin_expect(at != 0, 1)) return *(long *)(void *)at; upcr_far_get(&value, p, sizeof value); return value; } static __inline__ __attribute__((always_inline, unused)) long upcr_put_i64(upcr_pts_t p, long value) { char *at = upcr_near(p); if (__builtin_expect(at != 0, 1)) *(long *)(void *)at = value; else upcr_far_put(p, &value, sizeof value); return value; } static __inline__ __attribute__((always_inline, unused)) long upcr_gets_i64(upcr_pts_t p) { char *at = upcr_near(p); long value; upcr_full_fence(); if (__builtin_expect(at != 0, 1)) value = *(long volatile *)(void *)at; else upcr_far_get(&value, p, sizeof value); upcr_full_fence(); return value; } static __inline__ __attribute__((always_inline, unused)) long upcr_puts_i64(upcr_pts_t p, long value) { char *at = upcr_near(p); upcr_full_fence(); if (__builtin_expect(at != 0, 1)) *(long volatile *)(void *)at = value; else upcr_far_put(p, &value, sizeof value); upcr_full_fence(); return value; }
static __inline__ __attribute__((always_inline, unused)) unsigned long upcr_get_u64(upcr_pts_t p) { char *at = upcr_near(p); unsigned long value; if (__builtin_expect(at != 0, 1)) return *(unsigned long *)(void *)at; upcr_far_get(&value, p, sizeof value); return value; } static __inline__ __attribute__((always_inline, unused)) unsigned long upcr_put_u64(upcr_pts_t p, unsigned long value) { char *at = upcr_near(p); if (__builtin_expect(at != 0, 1)) *(unsigned long *)(void *)at = value; else upcr_far_put(p, &value, sizeof value); return value; } static __inline__ __attribute__((always_inline, unused)) unsigned long upcr_gets_u64(upcr_pts_t p) { char *at = upcr_near(p); unsigned long value; upcr_full_fence(); if (__builtin_expect(at != 0, 1)) value = *(unsigned long volatile *)(void *)at; else upcr_far_get(&value, p, sizeof value); upcr_full_fence(); return value; } static __inline__ __attribute__((always_inline, unused)) unsigned long upcr_puts_u64(upcr_pts_t p, unsigned long value) { char *at = upcr_near(p); upcr_full_fence(); if (__builtin_expect(at != 0, 1)) *(unsigned long volatile *)(void *)at = value; else upcr_far_put(p, &value, sizeof value); upcr_full_fence(); return value; }
static __inline__ __attribute__((always_inline, unused)) long long upcr_get_ll(upcr_pts_t p) { char *at = upcr_near(p); long long value; if (__builtin_expect(at != 0, 1)) return *(long long *)(void *)at; upcr_far_get(&value, p, sizeof value); return value; } static __inline__ __attribute__((always_inline, unused)) long long upcr_put_ll(upcr_pts_t p, long long value) { char *at = upcr_near(p); if (__builtin_expect(at != 0, 1)) *(long long *)(void *)at = value; else upcr_far_put(p, &value, sizeof value); return value; } static __inline__ __attribute__((always_inline, unused)) long long upcr_gets_ll(upcr_pts_t p) { char *at = upcr_near(p); long long value; upcr_full_fence(); if (__builtin_expect(at != 0, 1)) value = *(long long volatile *)(void *)at; else upcr_far_get(&value, p, sizeof value); upcr_full_fence(); return value; } static __inline__ __attribute__((always_inline, unused)) long long upcr_puts_ll(upcr_pts_t p, long long value) { char *at = upcr_near(p); upcr_full_fence(); if (__builtin_expect(at != 0, 1)) *(long long volatile *)(void *)at = value; else upcr_far_put(p, &value, sizeof value); upcr_full_fence(); return value; }
static __inline__ __attribute__((always_inline, unused)) unsigned long long upcr_get_ull(upcr_pts_t p) { char *at = upcr_near(p); unsigned long long value; if (__builtin_expect(at != 0, 1)) return *(unsigned long long *)(void *)at; upcr_far_get(&value, p, sizeof value); return value; } static __inline__ __attribute__((always_inline, unused)) unsigned long long upcr_put_ull(upcr_pts_t p, unsigned long long value) { char *at = upcr_near(p); if (__builtin_expect(at != 0, 1)) *(unsigned long long *)(void *)at = value; else upcr_far_put(p, &value, sizeof value); return value; } static __inline__ __attribute__((always_inline, unused)) unsigned long long upcr_gets_ull(upcr_pts_t p) { char *at = upcr_near(p); unsigned long long value; upcr_full_fence(); if (__builtin_expect(at != 0, 1)) value = *(unsigned long long volatile *)(void *)at; else upcr_far_get(&value, p, sizeof value); upcr_full_fence(); return value; } static __inline__ __attribute__((always_inline, unused)) unsigned long long upcr_puts_ull(upcr_pts_t p, unsigned long long value) { char *at = upcr_near(p); upcr_full_fence(); if (__builtin_expect(at != 0, 1)) *(unsigned long long volatile *)(void *)at = value; else upcr_far_put(p, &value, sizeof value); upcr_full_fence(); return value; }
static __inline__ __attribute__((always_inline, unused)) _Bool upcr_get_b(upcr_pts_t p) { char *at = upcr_near(p); _Bool value; if (__builtin_expect(at != 0, 1)) return *(_Bool *)(void *)at; upcr_far_get(&value, p, sizeof value); return value; } static __inline__ __attribute__((always_inline, unused)) _Bool upcr_put_b(upcr_pts_t p, _Bool value) { char *at = upcr_near(p); if (__builtin_expect(at != 0, 1)) *(_Bool *)(void *)at = value; else upcr_far_put(p, &value, sizeof value); return value; } static __inline__ __attribute__((always_inline, unused)) _Bool upcr_gets_b(upcr_pts_t p) { char *at = upcr_near(p); _Bool value; upcr_full_fence(); if (__builtin_expect(at != 0, 1)) value = *(_Bool volatile *)(void *)at; else upcr_far_get(&value, p, sizeof value); upcr_full_fence(); return value; } static __inline__ __attribute__((always_inline, unused)) _Bool upcr_puts_b(upcr_pts_t p, _Bool value) { char *at = upcr_near(p); upcr_full_fence(); if (__builtin_expect(at != 0, 1)) *(_Bool volatile *)(void *)at = value; else upcr_far_put(p, &value, sizeof value); upcr_full_fence(); return value; }
static __inline__ __attribute__((always_inline, unused)) float upcr_get_f32(upcr_pts_t p) { char *at = upcr_near(p); float value; if (__builtin_expect(at != 0, 1)) return *(float *)(void *)at; upcr_far_get(&value, p, sizeof value); return value; } static __inline__ __attribute__((always_inline, unused)) float upcr_put_f32(upcr_pts_t p, float value) { char *at = upcr_near(p); if (__builtin_expect(at != 0, 1)) *(float *)(void *)at = value; else upcr_far_put(p, &value, sizeof value); return value; } static __inline__ __attribute__((always_inline, unused)) float upcr_gets_f32(upcr_pts_t p) { char *at = upcr_near(p); float value; upcr_full_fence(); if (__builtin_expect(at != 0, 1)) value = *(float volatile *)(void *)at; else upcr_far_get(&value, p, sizeof value); upcr_full_fence(); return value; } static __inline__ __attribute__((always_inline, unused)) float upcr_puts_f32(upcr_pts_t p, float value) { char *at = upcr_near(p); upcr_full_fence(); if (__builtin_expect(at != 0, 1)) *(float volatile *)(void *)at = value; else upcr_far_put(p, &value, sizeof value); upcr_full_fence(); return value; }
static __inline__ __attribute__((always_inline, unused)) double upcr_get_f64(upcr_pts_t p) { char *at = upcr_near(p); double value; if (__builtin_expect(at != 0, 1)) return *(double *)(void *)at; upcr_far_get(&value, p, sizeof value); return value; } static __inline__ __attribute__((always_inline, unused)) double upcr_put_f64(upcr_pts_t p, double value) { char *at = upcr_near(p); if (__builtin_expect(at != 0, 1)) *(double *)(void *)at = value; else upcr_far_put(p, &value, sizeof value); return value; } static __inline__ __attribute__((always_inline, unused)) double upcr_gets_f64(upcr_pts_t p) { char *at = upcr_near(p); double value; upcr_full_fence(); if (__builtin_expect(at != 0, 1)) value = *(double volatile *)(void *)at; else upcr_far_get(&value, p, sizeof value); upcr_full_fence(); return value; } static __inline__ __attribute__((always_inline, unused)) double upcr_puts_f64(upcr_pts_t p, double value) { char *at = upcr_near(p); upcr_full_fence(); if (__builtin_expect(at != 0, 1)) *(double volatile *)(void *)at = value; else upcr_far_put(p, &value, sizeof value); upcr_full_fence(); return value; }
static __inline__ __attribute__((always_inline, unused)) long double upcr_get_ld(upcr_pts_t p) { char *at = upcr_near(p); long double value; if (__builtin_expect(at != 0, 1)) return *(long double *)(void *)at; upcr_far_get(&value, p, sizeof value); return value; } static __inline__ __attribute__((always_inline, unused)) long double upcr_put_ld(upcr_pts_t p, long double value) { char *at = upcr_near(p); if (__builtin_expect(at != 0, 1)) *(long double *)(void *)at = value; else upcr_far_put(p, &value, sizeof value); return value; } static __inline__ __attribute__((always_inline, unused)) long double upcr_gets_ld(upcr_pts_t p) { char *at = upcr_near(p); long double value; upcr_full_fence(); if (__builtin_expect(at != 0, 1)) value = *(long double volatile *)(void *)at; else upcr_far_get(&value, p, sizeof value); upcr_full_fence(); return value; } static __inline__ __attribute__((always_inline, unused)) long double upcr_puts_ld(upcr_pts_t p, long double value) { char *at = upcr_near(p); upcr_full_fence(); if (__builtin_expect(at != 0, 1)) *(long double volatile *)(void *)at = value; else upcr_far_put(p, &value, sizeof value); upcr_full_fence(); return value; }
static __inline__ __attribute__((always_inline, unused)) void * upcr_get_ptr(upcr_pts_t p) { char *at = upcr_near(p); void * value; if (__builtin_expect(at != 0, 1)) return *(void * *)(void *)at; upcr_far_get(&value, p, sizeof value); return value; } static __inline__ __attribute__((always_inline, unused)) void * upcr_put_ptr(upcr_pts_t p, void * value) { char *at = upcr_near(p); if (__builtin_expect(at != 0, 1)) *(void * *)(void *)at = value; else upcr_far_put(p, &value, sizeof value); return value; } static __inline__ __attribute__((always_inline, unused)) void * upcr_gets_ptr(upcr_pts_t p) { char *at = upcr_near(p); void * value; upcr_full_fence(); if (__builtin_expect(at != 0, 1)) value = *(void * volatile *)(void *)at; else upcr_far_get(&value, p, sizeof value); upcr_full_fence(); return value; } static __inline__ __attribute__((always_inline, unused)) void * upcr_puts_ptr(upcr_pts_t p, void * value) { char *at = upcr_near(p); upcr_full_fence(); if (__builtin_expect(at != 0, 1)) *(void * volatile *)(void *)at = value; else upcr_far_put(p, &value, sizeof value); upcr_full_fence(); return value; }
# 107 "/work/main/build/include/upcr/access.h" 3
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
# 167 "/work/main/build/include/upcr/access.h" 3
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

static __inline__ __attribute__((always_inline, unused)) void upcr_getbs(void *dst, upcr_pts_t src, unsigned long n) {
  upcr_full_fence();
  upcr_getb(dst, src, n);
  upcr_full_fence();
}

static __inline__ __attribute__((always_inline, unused)) void upcr_putbs(upcr_pts_t dst, const void *src, unsigned long n) {
  upcr_full_fence();
  upcr_putb(dst, src, n);
  upcr_full_fence();
}

static __inline__ __attribute__((always_inline, unused)) void upcr_copybs(upcr_pts_t dst, upcr_pts_t src, unsigned long n) {
  upcr_full_fence();
  upcr_copyb(dst, src, n);
  upcr_full_fence();
}
# 16 "/work/main/build/include/upcr/upcr.h" 2 3
# 1 "/work/main/build/include/upcr/forall.h" 1 3

       
# 3 "/work/main/build/include/upcr/forall.h" 3






struct upcr_forall {
  int all;
  int depth;
};

static __inline__ __attribute__((always_inline, unused)) struct upcr_forall upcr_forall_enter(void) {
  struct upcr_forall f = {upcr_self.forall_depth > 0, upcr_self.forall_depth};
  upcr_self.forall_depth = 1;
  return f;
}

static __inline__ __attribute__((always_inline, unused)) void upcr_forall_leave(struct upcr_forall *f) { upcr_self.forall_depth = f->depth; }

static __inline__ __attribute__((always_inline, unused)) int upcr_mine_i(long affinity) {
  return affinity - upcr_div_threads(affinity) * upcr_threads() == upcr_self.mythread;
}

static __inline__ __attribute__((always_inline, unused)) int upcr_mine_u(unsigned long affinity) {
  if (__builtin_expect((long)affinity < 0, 0))
    return affinity % (unsigned long)upcr_threads() == (unsigned long)upcr_self.mythread;
  return upcr_mine_i((long)affinity);
}

static __inline__ __attribute__((always_inline, unused)) int upcr_mine_p(upcr_pts_t affinity) { return upcr_thread(affinity) == (unsigned long)upcr_self.mythread; }
# 17 "/work/main/build/include/upcr/upcr.h" 2 3
# 1 "/work/main/build/include/upcr/sync.h" 1 3

       
# 3 "/work/main/build/include/upcr/sync.h" 3



void upcr_poll_slow(void) __attribute__((cold));

static __inline__ __attribute__((always_inline, unused)) void upcr_fence(void) { upcr_full_fence(); }

static __inline__ __attribute__((always_inline, unused)) void upcr_poll(void) {
  __asm__ __volatile__("" ::: "memory");
  if (__builtin_expect(--upcr_self.poll_budget <= 0, 0))
    upcr_poll_slow();
}
# 18 "/work/main/build/include/upcr/upcr.h" 2 3
# 4 "/work/main/build/include/upcr/preinclude.h" 2 3

# 1 "/work/main/build/include/upcr/upc_core.h" 1 3



       
# 5 "/work/main/build/include/upcr/upc_core.h" 3





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
# 6 "/work/main/build/include/upcr/preinclude.h" 2 3
# 0 "<command-line>" 2
# 1 "/work/main/tests/run/practice/bool_of_pointers.upc"

# 1 "/work/main/tests/include/check.h" 1




# 1 "/usr/include/stdio.h" 1 3 4
# 27 "/usr/include/stdio.h" 3 4
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
# 28 "/usr/include/stdio.h" 2 3 4





# 1 "/usr/lib/gcc/x86_64-linux-gnu/12/include/stddef.h" 1 3 4
# 214 "/usr/lib/gcc/x86_64-linux-gnu/12/include/stddef.h" 3 4
typedef long unsigned int size_t;
# 34 "/usr/include/stdio.h" 2 3 4


# 1 "/usr/lib/gcc/x86_64-linux-gnu/12/include/stdarg.h" 1 3 4
# 40 "/usr/lib/gcc/x86_64-linux-gnu/12/include/stdarg.h" 3 4
typedef __builtin_va_list __gnuc_va_list;
# 37 "/usr/include/stdio.h" 2 3 4

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
# 39 "/usr/include/stdio.h" 2 3 4
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

# 6 "/work/main/tests/include/check.h" 2
# 1 "/usr/include/stdlib.h" 1 3 4
# 26 "/usr/include/stdlib.h" 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/libc-header-start.h" 1 3 4
# 27 "/usr/include/stdlib.h" 2 3 4





# 1 "/usr/lib/gcc/x86_64-linux-gnu/12/include/stddef.h" 1 3 4
# 329 "/usr/lib/gcc/x86_64-linux-gnu/12/include/stddef.h" 3 4
typedef int wchar_t;
# 33 "/usr/include/stdlib.h" 2 3 4







# 1 "/usr/include/x86_64-linux-gnu/bits/waitflags.h" 1 3 4
# 41 "/usr/include/stdlib.h" 2 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/waitstatus.h" 1 3 4
# 42 "/usr/include/stdlib.h" 2 3 4
# 59 "/usr/include/stdlib.h" 3 4
typedef struct
  {
    int quot;
    int rem;
  } div_t;



typedef struct
  {
    long int quot;
    long int rem;
  } ldiv_t;





__extension__ typedef struct
  {
    long long int quot;
    long long int rem;
  } lldiv_t;
# 98 "/usr/include/stdlib.h" 3 4
extern size_t __ctype_get_mb_cur_max (void) __attribute__ ((__nothrow__ , __leaf__)) ;



extern double atof (const char *__nptr)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__pure__)) __attribute__ ((__nonnull__ (1))) ;

extern int atoi (const char *__nptr)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__pure__)) __attribute__ ((__nonnull__ (1))) ;

extern long int atol (const char *__nptr)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__pure__)) __attribute__ ((__nonnull__ (1))) ;



__extension__ extern long long int atoll (const char *__nptr)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__pure__)) __attribute__ ((__nonnull__ (1))) ;



extern double strtod (const char *__restrict __nptr,
        char **__restrict __endptr)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1)));



extern float strtof (const char *__restrict __nptr,
       char **__restrict __endptr) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1)));

extern long double strtold (const char *__restrict __nptr,
       char **__restrict __endptr)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1)));
# 177 "/usr/include/stdlib.h" 3 4
extern long int strtol (const char *__restrict __nptr,
   char **__restrict __endptr, int __base)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1)));

extern unsigned long int strtoul (const char *__restrict __nptr,
      char **__restrict __endptr, int __base)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1)));



__extension__
extern long long int strtoq (const char *__restrict __nptr,
        char **__restrict __endptr, int __base)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1)));

__extension__
extern unsigned long long int strtouq (const char *__restrict __nptr,
           char **__restrict __endptr, int __base)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1)));




__extension__
extern long long int strtoll (const char *__restrict __nptr,
         char **__restrict __endptr, int __base)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1)));

__extension__
extern unsigned long long int strtoull (const char *__restrict __nptr,
     char **__restrict __endptr, int __base)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1)));
# 386 "/usr/include/stdlib.h" 3 4
extern char *l64a (long int __n) __attribute__ ((__nothrow__ , __leaf__)) ;


extern long int a64l (const char *__s)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__pure__)) __attribute__ ((__nonnull__ (1))) ;




# 1 "/usr/include/x86_64-linux-gnu/sys/types.h" 1 3 4
# 27 "/usr/include/x86_64-linux-gnu/sys/types.h" 3 4






typedef __u_char u_char;
typedef __u_short u_short;
typedef __u_int u_int;
typedef __u_long u_long;
typedef __quad_t quad_t;
typedef __u_quad_t u_quad_t;
typedef __fsid_t fsid_t;


typedef __loff_t loff_t;




typedef __ino_t ino_t;
# 59 "/usr/include/x86_64-linux-gnu/sys/types.h" 3 4
typedef __dev_t dev_t;




typedef __gid_t gid_t;




typedef __mode_t mode_t;




typedef __nlink_t nlink_t;




typedef __uid_t uid_t;
# 97 "/usr/include/x86_64-linux-gnu/sys/types.h" 3 4
typedef __pid_t pid_t;





typedef __id_t id_t;
# 114 "/usr/include/x86_64-linux-gnu/sys/types.h" 3 4
typedef __daddr_t daddr_t;
typedef __caddr_t caddr_t;





typedef __key_t key_t;




# 1 "/usr/include/x86_64-linux-gnu/bits/types/clock_t.h" 1 3 4






typedef __clock_t clock_t;
# 127 "/usr/include/x86_64-linux-gnu/sys/types.h" 2 3 4

# 1 "/usr/include/x86_64-linux-gnu/bits/types/clockid_t.h" 1 3 4






typedef __clockid_t clockid_t;
# 129 "/usr/include/x86_64-linux-gnu/sys/types.h" 2 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/types/time_t.h" 1 3 4
# 10 "/usr/include/x86_64-linux-gnu/bits/types/time_t.h" 3 4
typedef __time_t time_t;
# 130 "/usr/include/x86_64-linux-gnu/sys/types.h" 2 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/types/timer_t.h" 1 3 4






typedef __timer_t timer_t;
# 131 "/usr/include/x86_64-linux-gnu/sys/types.h" 2 3 4
# 144 "/usr/include/x86_64-linux-gnu/sys/types.h" 3 4
# 1 "/usr/lib/gcc/x86_64-linux-gnu/12/include/stddef.h" 1 3 4
# 145 "/usr/include/x86_64-linux-gnu/sys/types.h" 2 3 4



typedef unsigned long int ulong;
typedef unsigned short int ushort;
typedef unsigned int uint;




# 1 "/usr/include/x86_64-linux-gnu/bits/stdint-intn.h" 1 3 4
# 24 "/usr/include/x86_64-linux-gnu/bits/stdint-intn.h" 3 4
typedef __int8_t int8_t;
typedef __int16_t int16_t;
typedef __int32_t int32_t;
typedef __int64_t int64_t;
# 156 "/usr/include/x86_64-linux-gnu/sys/types.h" 2 3 4


typedef __uint8_t u_int8_t;
typedef __uint16_t u_int16_t;
typedef __uint32_t u_int32_t;
typedef __uint64_t u_int64_t;


typedef int register_t __attribute__ ((__mode__ (__word__)));
# 176 "/usr/include/x86_64-linux-gnu/sys/types.h" 3 4
# 1 "/usr/include/endian.h" 1 3 4
# 24 "/usr/include/endian.h" 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/endian.h" 1 3 4
# 35 "/usr/include/x86_64-linux-gnu/bits/endian.h" 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/endianness.h" 1 3 4
# 36 "/usr/include/x86_64-linux-gnu/bits/endian.h" 2 3 4
# 25 "/usr/include/endian.h" 2 3 4
# 35 "/usr/include/endian.h" 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/byteswap.h" 1 3 4
# 33 "/usr/include/x86_64-linux-gnu/bits/byteswap.h" 3 4
static __inline __uint16_t
__bswap_16 (__uint16_t __bsx)
{

  return __builtin_bswap16 (__bsx);



}






static __inline __uint32_t
__bswap_32 (__uint32_t __bsx)
{

  return __builtin_bswap32 (__bsx);



}
# 69 "/usr/include/x86_64-linux-gnu/bits/byteswap.h" 3 4
__extension__ static __inline __uint64_t
__bswap_64 (__uint64_t __bsx)
{

  return __builtin_bswap64 (__bsx);



}
# 36 "/usr/include/endian.h" 2 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/uintn-identity.h" 1 3 4
# 32 "/usr/include/x86_64-linux-gnu/bits/uintn-identity.h" 3 4
static __inline __uint16_t
__uint16_identity (__uint16_t __x)
{
  return __x;
}

static __inline __uint32_t
__uint32_identity (__uint32_t __x)
{
  return __x;
}

static __inline __uint64_t
__uint64_identity (__uint64_t __x)
{
  return __x;
}
# 37 "/usr/include/endian.h" 2 3 4
# 177 "/usr/include/x86_64-linux-gnu/sys/types.h" 2 3 4


# 1 "/usr/include/x86_64-linux-gnu/sys/select.h" 1 3 4
# 30 "/usr/include/x86_64-linux-gnu/sys/select.h" 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/select.h" 1 3 4
# 31 "/usr/include/x86_64-linux-gnu/sys/select.h" 2 3 4


# 1 "/usr/include/x86_64-linux-gnu/bits/types/sigset_t.h" 1 3 4



# 1 "/usr/include/x86_64-linux-gnu/bits/types/__sigset_t.h" 1 3 4




typedef struct
{
  unsigned long int __val[(1024 / (8 * sizeof (unsigned long int)))];
} __sigset_t;
# 5 "/usr/include/x86_64-linux-gnu/bits/types/sigset_t.h" 2 3 4


typedef __sigset_t sigset_t;
# 34 "/usr/include/x86_64-linux-gnu/sys/select.h" 2 3 4



# 1 "/usr/include/x86_64-linux-gnu/bits/types/struct_timeval.h" 1 3 4







struct timeval
{




  __time_t tv_sec;
  __suseconds_t tv_usec;

};
# 38 "/usr/include/x86_64-linux-gnu/sys/select.h" 2 3 4

# 1 "/usr/include/x86_64-linux-gnu/bits/types/struct_timespec.h" 1 3 4
# 11 "/usr/include/x86_64-linux-gnu/bits/types/struct_timespec.h" 3 4
struct timespec
{



  __time_t tv_sec;




  __syscall_slong_t tv_nsec;
# 31 "/usr/include/x86_64-linux-gnu/bits/types/struct_timespec.h" 3 4
};
# 40 "/usr/include/x86_64-linux-gnu/sys/select.h" 2 3 4



typedef __suseconds_t suseconds_t;





typedef long int __fd_mask;
# 59 "/usr/include/x86_64-linux-gnu/sys/select.h" 3 4
typedef struct
  {






    __fd_mask __fds_bits[1024 / (8 * (int) sizeof (__fd_mask))];


  } fd_set;






typedef __fd_mask fd_mask;
# 91 "/usr/include/x86_64-linux-gnu/sys/select.h" 3 4

# 102 "/usr/include/x86_64-linux-gnu/sys/select.h" 3 4
extern int select (int __nfds, fd_set *__restrict __readfds,
     fd_set *__restrict __writefds,
     fd_set *__restrict __exceptfds,
     struct timeval *__restrict __timeout);
# 127 "/usr/include/x86_64-linux-gnu/sys/select.h" 3 4
extern int pselect (int __nfds, fd_set *__restrict __readfds,
      fd_set *__restrict __writefds,
      fd_set *__restrict __exceptfds,
      const struct timespec *__restrict __timeout,
      const __sigset_t *__restrict __sigmask);
# 153 "/usr/include/x86_64-linux-gnu/sys/select.h" 3 4

# 180 "/usr/include/x86_64-linux-gnu/sys/types.h" 2 3 4





typedef __blksize_t blksize_t;






typedef __blkcnt_t blkcnt_t;



typedef __fsblkcnt_t fsblkcnt_t;



typedef __fsfilcnt_t fsfilcnt_t;
# 227 "/usr/include/x86_64-linux-gnu/sys/types.h" 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h" 1 3 4
# 23 "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h" 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/thread-shared-types.h" 1 3 4
# 44 "/usr/include/x86_64-linux-gnu/bits/thread-shared-types.h" 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/pthreadtypes-arch.h" 1 3 4
# 21 "/usr/include/x86_64-linux-gnu/bits/pthreadtypes-arch.h" 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/wordsize.h" 1 3 4
# 22 "/usr/include/x86_64-linux-gnu/bits/pthreadtypes-arch.h" 2 3 4
# 45 "/usr/include/x86_64-linux-gnu/bits/thread-shared-types.h" 2 3 4

# 1 "/usr/include/x86_64-linux-gnu/bits/atomic_wide_counter.h" 1 3 4
# 25 "/usr/include/x86_64-linux-gnu/bits/atomic_wide_counter.h" 3 4
typedef union
{
  __extension__ unsigned long long int __value64;
  struct
  {
    unsigned int __low;
    unsigned int __high;
  } __value32;
} __atomic_wide_counter;
# 47 "/usr/include/x86_64-linux-gnu/bits/thread-shared-types.h" 2 3 4




typedef struct __pthread_internal_list
{
  struct __pthread_internal_list *__prev;
  struct __pthread_internal_list *__next;
} __pthread_list_t;

typedef struct __pthread_internal_slist
{
  struct __pthread_internal_slist *__next;
} __pthread_slist_t;
# 76 "/usr/include/x86_64-linux-gnu/bits/thread-shared-types.h" 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/struct_mutex.h" 1 3 4
# 22 "/usr/include/x86_64-linux-gnu/bits/struct_mutex.h" 3 4
struct __pthread_mutex_s
{
  int __lock;
  unsigned int __count;
  int __owner;

  unsigned int __nusers;



  int __kind;

  short __spins;
  short __elision;
  __pthread_list_t __list;
# 53 "/usr/include/x86_64-linux-gnu/bits/struct_mutex.h" 3 4
};
# 77 "/usr/include/x86_64-linux-gnu/bits/thread-shared-types.h" 2 3 4
# 89 "/usr/include/x86_64-linux-gnu/bits/thread-shared-types.h" 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/struct_rwlock.h" 1 3 4
# 23 "/usr/include/x86_64-linux-gnu/bits/struct_rwlock.h" 3 4
struct __pthread_rwlock_arch_t
{
  unsigned int __readers;
  unsigned int __writers;
  unsigned int __wrphase_futex;
  unsigned int __writers_futex;
  unsigned int __pad3;
  unsigned int __pad4;

  int __cur_writer;
  int __shared;
  signed char __rwelision;




  unsigned char __pad1[7];


  unsigned long int __pad2;


  unsigned int __flags;
# 55 "/usr/include/x86_64-linux-gnu/bits/struct_rwlock.h" 3 4
};
# 90 "/usr/include/x86_64-linux-gnu/bits/thread-shared-types.h" 2 3 4




struct __pthread_cond_s
{
  __atomic_wide_counter __wseq;
  __atomic_wide_counter __g1_start;
  unsigned int __g_refs[2] ;
  unsigned int __g_size[2];
  unsigned int __g1_orig_size;
  unsigned int __wrefs;
  unsigned int __g_signals[2];
};

typedef unsigned int __tss_t;
typedef unsigned long int __thrd_t;

typedef struct
{
  int __data ;
} __once_flag;
# 24 "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h" 2 3 4



typedef unsigned long int pthread_t;




typedef union
{
  char __size[4];
  int __align;
} pthread_mutexattr_t;




typedef union
{
  char __size[4];
  int __align;
} pthread_condattr_t;



typedef unsigned int pthread_key_t;



typedef int pthread_once_t;


union pthread_attr_t
{
  char __size[56];
  long int __align;
};

typedef union pthread_attr_t pthread_attr_t;




typedef union
{
  struct __pthread_mutex_s __data;
  char __size[40];
  long int __align;
} pthread_mutex_t;


typedef union
{
  struct __pthread_cond_s __data;
  char __size[48];
  __extension__ long long int __align;
} pthread_cond_t;





typedef union
{
  struct __pthread_rwlock_arch_t __data;
  char __size[56];
  long int __align;
} pthread_rwlock_t;

typedef union
{
  char __size[8];
  long int __align;
} pthread_rwlockattr_t;





typedef volatile int pthread_spinlock_t;




typedef union
{
  char __size[32];
  long int __align;
} pthread_barrier_t;

typedef union
{
  char __size[4];
  int __align;
} pthread_barrierattr_t;
# 228 "/usr/include/x86_64-linux-gnu/sys/types.h" 2 3 4



# 396 "/usr/include/stdlib.h" 2 3 4






extern long int random (void) __attribute__ ((__nothrow__ , __leaf__));


extern void srandom (unsigned int __seed) __attribute__ ((__nothrow__ , __leaf__));





extern char *initstate (unsigned int __seed, char *__statebuf,
   size_t __statelen) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (2)));



extern char *setstate (char *__statebuf) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1)));







struct random_data
  {
    int32_t *fptr;
    int32_t *rptr;
    int32_t *state;
    int rand_type;
    int rand_deg;
    int rand_sep;
    int32_t *end_ptr;
  };

extern int random_r (struct random_data *__restrict __buf,
       int32_t *__restrict __result) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1, 2)));

extern int srandom_r (unsigned int __seed, struct random_data *__buf)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (2)));

extern int initstate_r (unsigned int __seed, char *__restrict __statebuf,
   size_t __statelen,
   struct random_data *__restrict __buf)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (2, 4)));

extern int setstate_r (char *__restrict __statebuf,
         struct random_data *__restrict __buf)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1, 2)));





extern int rand (void) __attribute__ ((__nothrow__ , __leaf__));

extern void srand (unsigned int __seed) __attribute__ ((__nothrow__ , __leaf__));



extern int rand_r (unsigned int *__seed) __attribute__ ((__nothrow__ , __leaf__));







extern double drand48 (void) __attribute__ ((__nothrow__ , __leaf__));
extern double erand48 (unsigned short int __xsubi[3]) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1)));


extern long int lrand48 (void) __attribute__ ((__nothrow__ , __leaf__));
extern long int nrand48 (unsigned short int __xsubi[3])
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1)));


extern long int mrand48 (void) __attribute__ ((__nothrow__ , __leaf__));
extern long int jrand48 (unsigned short int __xsubi[3])
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1)));


extern void srand48 (long int __seedval) __attribute__ ((__nothrow__ , __leaf__));
extern unsigned short int *seed48 (unsigned short int __seed16v[3])
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1)));
extern void lcong48 (unsigned short int __param[7]) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1)));





struct drand48_data
  {
    unsigned short int __x[3];
    unsigned short int __old_x[3];
    unsigned short int __c;
    unsigned short int __init;
    __extension__ unsigned long long int __a;

  };


extern int drand48_r (struct drand48_data *__restrict __buffer,
        double *__restrict __result) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1, 2)));
extern int erand48_r (unsigned short int __xsubi[3],
        struct drand48_data *__restrict __buffer,
        double *__restrict __result) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1, 2)));


extern int lrand48_r (struct drand48_data *__restrict __buffer,
        long int *__restrict __result)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1, 2)));
extern int nrand48_r (unsigned short int __xsubi[3],
        struct drand48_data *__restrict __buffer,
        long int *__restrict __result)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1, 2)));


extern int mrand48_r (struct drand48_data *__restrict __buffer,
        long int *__restrict __result)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1, 2)));
extern int jrand48_r (unsigned short int __xsubi[3],
        struct drand48_data *__restrict __buffer,
        long int *__restrict __result)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1, 2)));


extern int srand48_r (long int __seedval, struct drand48_data *__buffer)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (2)));

extern int seed48_r (unsigned short int __seed16v[3],
       struct drand48_data *__buffer) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1, 2)));

extern int lcong48_r (unsigned short int __param[7],
        struct drand48_data *__buffer)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1, 2)));


extern __uint32_t arc4random (void)
     __attribute__ ((__nothrow__ , __leaf__)) ;


extern void arc4random_buf (void *__buf, size_t __size)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1)));



extern __uint32_t arc4random_uniform (__uint32_t __upper_bound)
     __attribute__ ((__nothrow__ , __leaf__)) ;




extern void *malloc (size_t __size) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__malloc__))
     __attribute__ ((__alloc_size__ (1))) ;

extern void *calloc (size_t __nmemb, size_t __size)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__malloc__)) __attribute__ ((__alloc_size__ (1, 2))) ;






extern void *realloc (void *__ptr, size_t __size)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__warn_unused_result__)) __attribute__ ((__alloc_size__ (2)));


extern void free (void *__ptr) __attribute__ ((__nothrow__ , __leaf__));







extern void *reallocarray (void *__ptr, size_t __nmemb, size_t __size)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__warn_unused_result__))
     __attribute__ ((__alloc_size__ (2, 3)))
    __attribute__ ((__malloc__ (__builtin_free, 1)));


extern void *reallocarray (void *__ptr, size_t __nmemb, size_t __size)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__malloc__ (reallocarray, 1)));



# 1 "/usr/include/alloca.h" 1 3 4
# 24 "/usr/include/alloca.h" 3 4
# 1 "/usr/lib/gcc/x86_64-linux-gnu/12/include/stddef.h" 1 3 4
# 25 "/usr/include/alloca.h" 2 3 4







extern void *alloca (size_t __size) __attribute__ ((__nothrow__ , __leaf__));






# 588 "/usr/include/stdlib.h" 2 3 4





extern void *valloc (size_t __size) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__malloc__))
     __attribute__ ((__alloc_size__ (1))) ;




extern int posix_memalign (void **__memptr, size_t __alignment, size_t __size)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1))) ;




extern void *aligned_alloc (size_t __alignment, size_t __size)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__malloc__)) __attribute__ ((__alloc_align__ (1)))
     __attribute__ ((__alloc_size__ (2))) ;



extern void abort (void) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__noreturn__));



extern int atexit (void (*__func) (void)) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1)));







extern int at_quick_exit (void (*__func) (void)) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1)));






extern int on_exit (void (*__func) (int __status, void *__arg), void *__arg)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1)));





extern void exit (int __status) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__noreturn__));





extern void quick_exit (int __status) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__noreturn__));





extern void _Exit (int __status) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__noreturn__));




extern char *getenv (const char *__name) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1))) ;
# 667 "/usr/include/stdlib.h" 3 4
extern int putenv (char *__string) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1)));





extern int setenv (const char *__name, const char *__value, int __replace)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (2)));


extern int unsetenv (const char *__name) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1)));






extern int clearenv (void) __attribute__ ((__nothrow__ , __leaf__));
# 695 "/usr/include/stdlib.h" 3 4
extern char *mktemp (char *__template) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1)));
# 708 "/usr/include/stdlib.h" 3 4
extern int mkstemp (char *__template) __attribute__ ((__nonnull__ (1))) ;
# 730 "/usr/include/stdlib.h" 3 4
extern int mkstemps (char *__template, int __suffixlen) __attribute__ ((__nonnull__ (1))) ;
# 751 "/usr/include/stdlib.h" 3 4
extern char *mkdtemp (char *__template) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1))) ;
# 804 "/usr/include/stdlib.h" 3 4
extern int system (const char *__command) ;
# 821 "/usr/include/stdlib.h" 3 4
extern char *realpath (const char *__restrict __name,
         char *__restrict __resolved) __attribute__ ((__nothrow__ , __leaf__)) ;






typedef int (*__compar_fn_t) (const void *, const void *);
# 841 "/usr/include/stdlib.h" 3 4
extern void *bsearch (const void *__key, const void *__base,
        size_t __nmemb, size_t __size, __compar_fn_t __compar)
     __attribute__ ((__nonnull__ (1, 2, 5))) ;







extern void qsort (void *__base, size_t __nmemb, size_t __size,
     __compar_fn_t __compar) __attribute__ ((__nonnull__ (1, 4)));
# 861 "/usr/include/stdlib.h" 3 4
extern int abs (int __x) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__const__)) ;
extern long int labs (long int __x) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__const__)) ;


__extension__ extern long long int llabs (long long int __x)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__const__)) ;






extern div_t div (int __numer, int __denom)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__const__)) ;
extern ldiv_t ldiv (long int __numer, long int __denom)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__const__)) ;


__extension__ extern lldiv_t lldiv (long long int __numer,
        long long int __denom)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__const__)) ;
# 893 "/usr/include/stdlib.h" 3 4
extern char *ecvt (double __value, int __ndigit, int *__restrict __decpt,
     int *__restrict __sign) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (3, 4))) ;




extern char *fcvt (double __value, int __ndigit, int *__restrict __decpt,
     int *__restrict __sign) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (3, 4))) ;




extern char *gcvt (double __value, int __ndigit, char *__buf)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (3))) ;




extern char *qecvt (long double __value, int __ndigit,
      int *__restrict __decpt, int *__restrict __sign)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (3, 4))) ;
extern char *qfcvt (long double __value, int __ndigit,
      int *__restrict __decpt, int *__restrict __sign)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (3, 4))) ;
extern char *qgcvt (long double __value, int __ndigit, char *__buf)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (3))) ;




extern int ecvt_r (double __value, int __ndigit, int *__restrict __decpt,
     int *__restrict __sign, char *__restrict __buf,
     size_t __len) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (3, 4, 5)));
extern int fcvt_r (double __value, int __ndigit, int *__restrict __decpt,
     int *__restrict __sign, char *__restrict __buf,
     size_t __len) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (3, 4, 5)));

extern int qecvt_r (long double __value, int __ndigit,
      int *__restrict __decpt, int *__restrict __sign,
      char *__restrict __buf, size_t __len)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (3, 4, 5)));
extern int qfcvt_r (long double __value, int __ndigit,
      int *__restrict __decpt, int *__restrict __sign,
      char *__restrict __buf, size_t __len)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (3, 4, 5)));





extern int mblen (const char *__s, size_t __n) __attribute__ ((__nothrow__ , __leaf__));


extern int mbtowc (wchar_t *__restrict __pwc,
     const char *__restrict __s, size_t __n) __attribute__ ((__nothrow__ , __leaf__));


extern int wctomb (char *__s, wchar_t __wchar) __attribute__ ((__nothrow__ , __leaf__));



extern size_t mbstowcs (wchar_t *__restrict __pwcs,
   const char *__restrict __s, size_t __n) __attribute__ ((__nothrow__ , __leaf__))
    __attribute__ ((__access__ (__read_only__, 2)));

extern size_t wcstombs (char *__restrict __s,
   const wchar_t *__restrict __pwcs, size_t __n)
     __attribute__ ((__nothrow__ , __leaf__))
  __attribute__ ((__access__ (__write_only__, 1, 3)))
  __attribute__ ((__access__ (__read_only__, 2)));






extern int rpmatch (const char *__response) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1))) ;
# 980 "/usr/include/stdlib.h" 3 4
extern int getsubopt (char **__restrict __optionp,
        char *const *__restrict __tokens,
        char **__restrict __valuep)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1, 2, 3))) ;
# 1026 "/usr/include/stdlib.h" 3 4
extern int getloadavg (double __loadavg[], int __nelem)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1)));
# 1036 "/usr/include/stdlib.h" 3 4
# 1 "/usr/include/x86_64-linux-gnu/bits/stdlib-float.h" 1 3 4
# 1037 "/usr/include/stdlib.h" 2 3 4
# 1048 "/usr/include/stdlib.h" 3 4

# 7 "/work/main/tests/include/check.h" 2
# 1 "/work/main/build/include/upc.h" 1 3 4

       
# 3 "/work/main/build/include/upc.h" 3




# 1 "/usr/lib/gcc/x86_64-linux-gnu/12/include/stddef.h" 1 3 4
# 145 "/usr/lib/gcc/x86_64-linux-gnu/12/include/stddef.h" 3 4
typedef long int ptrdiff_t;
# 424 "/usr/lib/gcc/x86_64-linux-gnu/12/include/stddef.h" 3 4
typedef struct {
  long long __max_align_ll __attribute__((__aligned__(__alignof__(long long))));
  long double __max_align_ld __attribute__((__aligned__(__alignof__(long double))));
# 435 "/usr/lib/gcc/x86_64-linux-gnu/12/include/stddef.h" 3 4
} max_align_t;
# 8 "/work/main/build/include/upc.h" 2 3
# 1 "/work/main/build/include/upc_types.h" 1 3 4




typedef int upc_op_t;
typedef int upc_type_t;
typedef int upc_flag_t;
# 9 "/work/main/build/include/upc.h" 2 3

# 1 "/work/main/build/include/upcr/upc_core.h" 1 3



       
# 5 "/work/main/build/include/upcr/upc_core.h" 3

# 11 "/work/main/build/include/upc.h" 2 3
# 8 "/work/main/tests/include/check.h" 2


# 9 "/work/main/tests/include/check.h"
static inline void check_failed(const char *file, int line, const char *what, long got, long want)
{
    fprintf(
# 11 "/work/main/tests/include/check.h" 3 4
           stderr
# 11 "/work/main/tests/include/check.h"
                 , "%s:%d: thread %d of %d: %s is %ld, expected %ld\n", file, line, upcr_mythread(), 7, what, got,
            want);
    upc_global_exit(1);
}
# 32 "/work/main/tests/include/check.h"
static inline void check_done(void)
{
    upcr_barrier(0, 0);
    if (upcr_mythread() == 0)
        puts("ok");
}
# 3 "/work/main/tests/run/practice/bool_of_pointers.upc" 2
# 1 "/usr/lib/gcc/x86_64-linux-gnu/12/include/stdbool.h" 1 3 4
# 4 "/work/main/tests/run/practice/bool_of_pointers.upc" 2


static 
# 6 "/work/main/tests/run/practice/bool_of_pointers.upc" 3 4
      _Bool 
# 6 "/work/main/tests/run/practice/bool_of_pointers.upc"
           as_argument(
# 6 "/work/main/tests/run/practice/bool_of_pointers.upc" 3 4
                       _Bool 
# 6 "/work/main/tests/run/practice/bool_of_pointers.upc"
                            b) { return b; }
static 
# 7 "/work/main/tests/run/practice/bool_of_pointers.upc" 3 4
      _Bool 
# 7 "/work/main/tests/run/practice/bool_of_pointers.upc"
           as_result(upcr_ppts_t p) { return p; }
struct holder { 
# 8 "/work/main/tests/run/practice/bool_of_pointers.upc" 3 4
               _Bool 
# 8 "/work/main/tests/run/practice/bool_of_pointers.upc"
                    b; };

__asm__(".pushsection upcr_slot,\"aw\",@progbits\n\t.balign 8\n\t__upcr_slot_blocked: .quad blocked\n\t.popsection"); extern const unsigned long __upcr_slot_blocked __asm__("__upcr_slot_blocked") __attribute__((visibility("hidden"))); int main(void)
{
    upcr_ppts_t q = upcr_pp(__upcr_slot_blocked, 0); upcr_ppts_t p = { 0, 0 }; 
    upcr_ppts_t g = q; 
    upcr_pts_t c = (q).p; 
    
# 15 "/work/main/tests/run/practice/bool_of_pointers.upc" 3 4
   _Bool 
# 15 "/work/main/tests/run/practice/bool_of_pointers.upc"
        b;
    b = q;
    do { if (!(b && (
# 17 "/work/main/tests/run/practice/bool_of_pointers.upc" 3 4
   _Bool
# 17 "/work/main/tests/run/practice/bool_of_pointers.upc"
   )(g).p && (
# 17 "/work/main/tests/run/practice/bool_of_pointers.upc" 3 4
   _Bool
# 17 "/work/main/tests/run/practice/bool_of_pointers.upc"
   )c && !(
# 17 "/work/main/tests/run/practice/bool_of_pointers.upc" 3 4
   _Bool
# 17 "/work/main/tests/run/practice/bool_of_pointers.upc"
   )(p).p)) check_failed("/work/main/tests/run/practice/bool_of_pointers.upc", 17, "b && (bool)g && (bool)c && !(bool)p", 0, 1); } while (0);
    do { if (!(as_argument(q) && !as_argument(p) && as_result(q) && !as_result(p))) check_failed("/work/main/tests/run/practice/bool_of_pointers.upc", 18, "as_argument(q) && !as_argument(p) && as_result(q) && !as_result(p)", 0, 1); } while (0);
    struct holder h = {g};
    h.b &= (b = c);
    do { if (!(h.b)) check_failed("/work/main/tests/run/practice/bool_of_pointers.upc", 21, "h.b", 0, 1); } while (0);
    check_done();
    return 0;
}
__asm__(".pushsection upcr_shared,\"\",@nobits\n\t.weak blocked\n\t.type blocked,@object\n\t.size blocked,24\n\t.balign 16\n\tblocked: .zero 24\n\t.popsection");
__asm__(".pushsection .upc.decl,\"\",@progbits\n\t.ascii \"blocked\\011tentative\\01124\\0113\\0114\\01142\\011shared [3] int [42]\\011/work/main/tests/run/practice/bool_of_pointers.upc:5\\012\"\n\t.popsection");

__asm__(".pushsection .note.upc,\"a\",@note\n\t.balign 4\n\t.long 4, 2f-1f, 1\n\t.asciz \"UPC\"\n\t1:\n\t.asciz \"abi=1\"\n\t.asciz \"mode=process\"\n\t.asciz \"threads=7\"\n\t.asciz \"upc=1\"\n\t.asciz \"checks=1\"\n\t.asciz \"file=/work/main/tests/run/practice/bool_of_pointers.upc\"\n\t2:\n\t.balign 4\n\t.popsection");
