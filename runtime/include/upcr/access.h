/* SPDX-License-Identifier: Apache-2.0 */
/* Shared accesses (UPC 6.5.1.1, 5.1.2.3): near ones are typed loads or stores, far ones call the
 * transport.
 *
 * The load is typed so that a store through it is known not to change upcr_self.map or the table
 * behind it: the compiler then reads the table once a loop. Strict accesses are fence, volatile
 * access, fence, with the fences of the processor that its memory model does not give anyway
 * (upcr_before_load_ and the three like it). */
#pragma GCC system_header
#ifndef UPCR_ACCESS_H
#define UPCR_ACCESS_H

#define upcr_inline_ static __inline__ __attribute__((always_inline, unused))

/* leaf: they call no function of the program, so its static variables do not change. */
void upcr_far_get(void *dst, upcr_pts_t src, unsigned long n) __attribute__((cold, leaf));
void upcr_far_get_object(void *dst, upcr_pts_t src, unsigned long n) __attribute__((cold, leaf));
void upcr_far_expect(upcr_pts_t p, unsigned long before, unsigned long behind)
    __attribute__((cold, leaf));
void upcr_far_expect_here(upcr_pts_t p, unsigned long before, unsigned long behind)
    __attribute__((cold, leaf));
void upcr_far_put(upcr_pts_t dst, const void *src, unsigned long n) __attribute__((cold, leaf));
void upcr_far_copy(upcr_pts_t dst, upcr_pts_t src, unsigned long n) __attribute__((cold));
void upcr_far_set(upcr_pts_t dst, int byte, unsigned long n) __attribute__((cold));
void *upcr_local_fail(upcr_pts_t p) __attribute__((cold));
void upcr_settle_far_slow(void) __attribute__((cold));

/* The same of one value. */
#define upcr_far_value_(suffix, type)                                                              \
  type upcr_far_get_##suffix(upcr_pts_t p) __attribute__((cold, leaf));                            \
  void upcr_far_put_##suffix(upcr_pts_t p, type value) __attribute__((cold, leaf))
upcr_far_value_(u8, unsigned char);
upcr_far_value_(u16, unsigned short);
upcr_far_value_(u32, unsigned int);
upcr_far_value_(u64, unsigned long);
upcr_far_value_(f32, float);
upcr_far_value_(f64, double);
upcr_far_value_(ld, long double);
upcr_far_value_(pp, upcr_ppts_t);
#undef upcr_far_value_

/* Relaxed updates, performed by the thread that has the memory. Overflow wraps. */
void upcr_far_add_f32(upcr_pts_t p, float value) __attribute__((cold, leaf));
void upcr_far_add_f64(upcr_pts_t p, double value) __attribute__((cold, leaf));
#define upcr_far_integer_(suffix, type)                                                            \
  void upcr_far_add_##suffix(upcr_pts_t p, type value) __attribute__((cold, leaf));                \
  void upcr_far_and_##suffix(upcr_pts_t p, type value) __attribute__((cold, leaf));                \
  void upcr_far_or_##suffix(upcr_pts_t p, type value) __attribute__((cold, leaf));                 \
  void upcr_far_xor_##suffix(upcr_pts_t p, type value) __attribute__((cold, leaf))
upcr_far_integer_(u32, unsigned int);
upcr_far_integer_(u64, unsigned long);
#undef upcr_far_integer_

#ifdef __SANITIZE_THREAD__
#define upcr_tsan_
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define upcr_tsan_
#endif
#endif

/* Full fence, compiler and processor: every earlier access of the thread is performed before any
 * later one. A locked read-modify-write of the stack orders as mfence does for write-back memory
 * and costs half.
 *
 * ThreadSanitizer knows no fences. To it all fences are read-modify-writes of one word: their
 * order is that of strict accesses in this run, so that what it reports are the conflicting
 * accesses of two threads that no strict accesses order (UPC B.2). */
extern unsigned int upcr_fence_order;
upcr_inline_ void upcr_full_fence(void) {
#ifdef upcr_tsan_
  (void)__atomic_fetch_add(&upcr_fence_order, 1, __ATOMIC_SEQ_CST);
#endif
#if !defined(__x86_64__)
  __asm__ __volatile__("" ::: "memory");
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
#elif !defined(upcr_tsan_)
  __asm__ __volatile__("lock; orl $0, (%%rsp)" ::: "memory", "cc");
#endif
}

/* A relaxed far put returns when its bytes have been copied. It is completed at its target before a
 * strict access, a fence, and any other operation by which other threads may learn of the put. */
upcr_inline_ void upcr_settle_far(void) {
  if (__builtin_expect(upcr_now.far_relaxed != 0, 0))
    upcr_settle_far_slow();
}

/* The fences around a strict read and a strict write of mapped memory. x86-64 reorders but a
 * store with a later load: no load passes an earlier one, no store passes anything earlier. So
 * before a read the thread's stores must have left the processor, and after a write this one
 * must; the other two bind the compiler only. Far accesses and ThreadSanitizer take all. A far read
 * fetches its own bytes only: others that came with them might be older, but be used after it. */
#if defined(__x86_64__) && !defined(upcr_tsan_)
upcr_inline_ void upcr_near_fence_(void) { __asm__ __volatile__("" ::: "memory"); }
#else
upcr_inline_ void upcr_near_fence_(void) { upcr_full_fence(); }
#endif

/* The access of a strict one, between its fences. Atomic to ThreadSanitizer: strict accesses are
 * in one order, never a race. */
#ifdef upcr_tsan_
#define upcr_strict_load_(type, at, value)                                                         \
  (sizeof(type) > 8 ? (void)((value) = *(type volatile *)(void *)(at))                             \
                    : __atomic_load((type *)(void *)(at), &(value), __ATOMIC_RELAXED))
#define upcr_strict_store_(type, at, value)                                                        \
  (sizeof(type) > 8 ? (void)(*(type volatile *)(void *)(at) = (value))                             \
                    : __atomic_store((type *)(void *)(at), &(value), __ATOMIC_RELAXED))
#else
#define upcr_strict_load_(type, at, value) (void)((value) = *(type volatile *)(void *)(at))
#define upcr_strict_store_(type, at, value) (void)(*(type volatile *)(void *)(at) = (value))
#endif

/* The entry of upcr_self.map is where the thread's offset 0 is, less by the thread's bits in a
 * pointer, so that p is added as it is, and an access needs no mask. Added to a pointer and not
 * to its bits: the compiler then knows that the sum is not null, and a read and write of one
 * object test once. The bits beyond the address wrap. */
#define upcr_wraps_ __attribute__((no_sanitize("pointer-overflow")))

/* p's segment, and whether it is mapped. A job of one thread has one segment, which is: with
 * THREADS fixed at 1 accesses are those of ordinary arrays, as the C compiler optimises them
 * best. */
#if upcr_one_thread_
#define upcr_base_(p) upcr_self.first
#define upcr_is_near_(base) ((void)(base), 1)
#else
#define upcr_base_(p) upcr_self.map[(p) >> UPCR_PTS_OFFSET_BITS]
#define upcr_is_near_(base) __builtin_expect((base) != 0, 1)
#endif

/* Address of p's byte here, or 0 if its segment is far. p is in the object at `object`, on which
 * alone the segment depends: the compiler looks it up once for several members. */
upcr_wraps_ upcr_inline_ char *upcr_near_in(upcr_pts_t object, upcr_pts_t p) {
  char *base = upcr_base_(object);
#if upcr_one_thread_
  /* The compiler drops the far halves of accesses. */
  if (base == 0)
    __builtin_unreachable();
#endif
  return upcr_is_near_(base) ? base + p : (char *)0;
}

/* Address of p's byte here, or 0 if its segment is far. */
upcr_inline_ char *upcr_near(upcr_pts_t p) { return upcr_near_in(p, p); }

/* Address of the calling thread's first element of a cyclic array that starts on thread 0. */
upcr_wraps_ upcr_inline_ char *upcr_near_own1(upcr_pts_t start) {
#if upcr_one_thread_
  return upcr_self.first + start;
#else
  return upcr_self.map[upcr_self.mythread] + upcr_own1(start);
#endif
}

/* The same as upcr_near for p = base + some bytes. The thread of base is that of p, unless base
 * lies before its segment's start, where its offset wraps into the upper half. The look-up depends
 * on base alone, so the compiler moves it out of a loop that does not change base. The compiler
 * cannot see that the table is constant after the start, since far accesses call functions; it
 * moves an asm that is neither volatile nor clobbers "memory" like arithmetic. Index and result are
 * 0 if base is unknown. clang reads static variables again after each call, leaf or not, so there p
 * is looked up. */
upcr_wraps_ upcr_inline_ char *upcr_near_from(upcr_pts_t base, upcr_pts_t p) {
#if defined(__x86_64__) && !defined(__clang__) && !upcr_one_thread_
  unsigned long inside = (base >> (UPCR_PTS_OFFSET_BITS - 1) & 1) - 1;
  char *segment;
  __asm__("movq (%1,%2,8), %0\n\tandq %3, %0"
          : "=&r"(segment)
          : "r"(upcr_self.map), "r"(upcr_thread(base) & inside), "r"(inside)
          : "cc");
  return __builtin_expect(segment != 0, 1) ? segment + p : upcr_near(p);
#else
  (void)base;
  return upcr_near(p);
#endif
}

/* The same for an element that need not exist, but from which existing ones of its thread are
 * reached. Also 0 outside the segment: before its start the offset wraps into the upper half, and
 * may have carried into the thread, or not (upcr_out_add1). */
upcr_inline_ char *upcr_near_row(upcr_pts_t p) {
  int inside =
      upcr_thread(p) < (unsigned long)upcr_threads() && (p >> (UPCR_PTS_OFFSET_BITS - 1) & 1) == 0;
  return __builtin_expect(inside, 1) ? upcr_near(p) : (char *)0;
}

/* True if products give the addresses of elements. */
upcr_inline_ int upcr_all_near(void) { return upcr_self.apart >= 0; }

/* floor(n / THREADS) for n <= 2^48: mapped segments have less than 2^47 bytes together. */
upcr_inline_ unsigned long upcr_near_rows_(unsigned long n) {
#ifdef __UPCR_STATIC_THREADS__
  return n / (unsigned long)upcr_threads();
#else
  return upcr_usual_row_(n);
#endif
}

/* The element `elem` elements, which may be negative, after the byte at `first` in thread 0's
 * segment, where THREADS is a power of two. If THREADS divides the size, elements of a row and rows
 * make one product with the thread. */
upcr_wraps_ upcr_inline_ char *upcr_near_power_(unsigned long first, long elem,
                                                unsigned long elem_size, unsigned long threads) {
  unsigned long thread = (unsigned long)elem & (threads - 1), step = elem_size / threads;
  unsigned long apart = (unsigned long)upcr_self.apart;
  if (step * threads == elem_size)
    return (char *)(first + (unsigned long)elem * step + thread * (apart - step));
  return (char *)(first + (unsigned long)(elem >> __builtin_ctzl(threads)) * elem_size +
                  thread * apart);
}

/* The same for any THREADS: the next element is `apart` bytes further, the next row THREADS threads
 * back. Elements before the first one are counted from `before` rows before it, so that no number
 * is negative. */
upcr_wraps_ upcr_inline_ char *upcr_near_cyclic_(unsigned long first, long elem,
                                                 unsigned long elem_size, unsigned long before) {
  unsigned long threads = (unsigned long)upcr_threads(), apart = (unsigned long)upcr_self.apart;
#ifdef __UPCR_STATIC_THREADS__
  if ((threads & (threads - 1)) == 0)
    return upcr_near_power_(first, elem, elem_size, threads);
#endif
  unsigned long n = (unsigned long)elem + before * threads, row = elem_size - apart * threads;
  return (char *)(first - before * elem_size + n * apart + upcr_near_rows_(n) * row);
}

/* For elements that exist, so that no subscript is negative. The next element is elem_size bytes
 * further, the next block on the next thread and a block's bytes back. */
upcr_wraps_ upcr_inline_ char *upcr_near_idxr(upcr_pts_t start, long elem, unsigned long block_size,
                                              unsigned long elem_size) {
  unsigned long n = (unsigned long)elem, apart = (unsigned long)upcr_self.apart;
  unsigned long first = (unsigned long)upcr_self.first + start;
  return (char *)(first + n * elem_size + n / block_size * (apart - block_size * elem_size));
}

/* The next row of blocks is THREADS threads back and a block's bytes further. */
upcr_wraps_ upcr_inline_ char *upcr_near_idxb(upcr_pts_t start, long elem, unsigned long block_size,
                                              unsigned long elem_size) {
  unsigned long row = upcr_near_rows_((unsigned long)elem / block_size);
  unsigned long all = (unsigned long)upcr_self.apart * (unsigned long)upcr_threads();
  return upcr_near_idxr(start, elem, block_size, elem_size) + row * (block_size * elem_size - all);
}

upcr_inline_ struct upcr_cursor upcr_cursor_at(upcr_pts_t start, long elem,
                                               unsigned long block_size, unsigned long elem_size) {
  unsigned long block = (unsigned long)elem / block_size;
  struct upcr_cursor c;
  c.at = upcr_near_idxb(start, elem, block_size, elem_size);
  c.phase = (unsigned long)elem - block * block_size;
  c.thread = block - upcr_near_rows_(block) * (unsigned long)upcr_threads();
  return c;
}

/* After a block the next element is on the next thread and a block's bytes back, after a row
 * THREADS threads back and a block's bytes further. */
upcr_inline_ char *upcr_cursor_next(struct upcr_cursor *c, unsigned long elems,
                                    unsigned long block_size, unsigned long elem_size) {
  unsigned long apart = (unsigned long)upcr_self.apart, threads = (unsigned long)upcr_threads();
  c->at += elems * elem_size;
  c->phase += elems;
  if (__builtin_expect(c->phase >= block_size, 0)) {
    c->phase -= block_size;
    c->at += apart - block_size * elem_size;
    if (++c->thread == threads) {
      c->thread = 0;
      c->at += block_size * elem_size - apart * threads;
    }
  }
  return c->at;
}

upcr_inline_ char *upcr_near_idx1(upcr_pts_t start, long elem, unsigned long elem_size) {
  return upcr_near_cyclic_((unsigned long)upcr_self.first + start, elem, elem_size, 0);
}

/* Offsets in the upper half lie before their segment's start. */
upcr_wraps_ upcr_inline_ char *upcr_near_byte(upcr_pts_t p) {
  unsigned long thread = (p + (1ul << (UPCR_PTS_OFFSET_BITS - 1))) >> UPCR_PTS_OFFSET_BITS;
  unsigned long apart = (unsigned long)upcr_self.apart - (1ul << UPCR_PTS_OFFSET_BITS);
  return (char *)((unsigned long)upcr_self.first + p + thread * apart);
}

/* A thread has at most upcr_self.apart elements, so none is more rows before the first one. */
upcr_inline_ char *upcr_near_add1(upcr_pts_t p, long elems, unsigned long elem_size) {
  const int upper = 64 - UPCR_PTS_OFFSET_BITS; /* the pointer may lie before its segment's start */
  unsigned long first =
      (unsigned long)upcr_self.first + (unsigned long)((long)(p << upper) >> upper);
  return upcr_near_cyclic_(first, (long)upcr_thread(p) + elems, elem_size,
                           (unsigned long)upcr_self.apart);
}

/* How many of `n` iterations leave value / divisor as it is, if each moves the value by `step`; 0
 * if a number is negative. */
upcr_inline_ unsigned long upcr_run_quotient(unsigned long n, long value, long divisor, long step) {
  unsigned long rest, most;
  if (__builtin_expect(value < 0 || divisor <= 0, 0))
    return 0;
  rest = (unsigned long)value % (unsigned long)divisor;
  most = step > 0 ? ((unsigned long)divisor - 1 - rest) / (unsigned long)step
                  : rest / (unsigned long)-step;
  return n <= most ? n : most + 1;
}

/* How many of `n` iterations stay in a block, from the one at `phase` on, which is in it. */
upcr_inline_ unsigned long upcr_run_in_block_(unsigned long phase, unsigned long block,
                                              unsigned long low, unsigned long high, long elems,
                                              unsigned long n) {
  unsigned long room = elems > 0 ? block - 1 - high - phase : phase - low;
  unsigned long most = room / (unsigned long)(elems > 0 ? elems : -elems) + 1;
  return n < most ? n : most;
}

/* The length of a run, iterations whose elements are in one block, `elems` apart, the first at p;
 * each iteration also has the elements from `low` before to `high` after its own. Returns how many
 * of `n` iterations are in the run; sets *at to the first element's address, 0 if it is far. */
upcr_inline_ unsigned long upcr_run_any(char **at, upcr_ppts_t p, unsigned long block,
                                        unsigned long low, unsigned long high, long elems,
                                        unsigned long n) {
  if (__builtin_expect(p.phase < low || p.phase + high >= block, 0))
    return 0;
  *at = upcr_near_row(p.p);
  return upcr_run_in_block_(p.phase, block, low, high, elems, n);
}

/* The same from element `elem` of the static array at `start`. `here` is its address if all memory
 * is mapped: products give it, and only far memory needs the table of segments. */
upcr_inline_ unsigned long upcr_run_from_(char **at, char *here, upcr_pts_t start, long elem,
                                          unsigned long block_size, unsigned long elem_size,
                                          unsigned long low, unsigned long high, long elems,
                                          unsigned long n) {
  unsigned long phase = (unsigned long)elem % block_size;
  if (__builtin_expect(elem < 0 || phase < low || phase + high >= block_size, 0))
    return 0;
  if (__builtin_expect(!upcr_all_near(), 0))
    here = upcr_out_near_row(upcr_out_idxb(start, elem, block_size, elem_size));
  *at = here;
  return upcr_run_in_block_(phase, block_size, low, high, elems, n);
}

upcr_wraps_ upcr_inline_ unsigned long upcr_run_idxb(char **at, upcr_pts_t start, long elem,
                                                     unsigned long block_size,
                                                     unsigned long elem_size, unsigned long low,
                                                     unsigned long high, long elems,
                                                     unsigned long n) {
  unsigned long row = upcr_usual_row_((unsigned long)elem / block_size);
  unsigned long all = (unsigned long)upcr_self.apart * (unsigned long)upcr_row_length();
  char *here =
      upcr_near_idxr(start, elem, block_size, elem_size) + row * (block_size * elem_size - all);
  return upcr_run_from_(at, here, start, elem, block_size, elem_size, low, high, elems, n);
}

upcr_inline_ unsigned long upcr_run_idxr(char **at, upcr_pts_t start, long elem,
                                         unsigned long block_size, unsigned long elem_size,
                                         unsigned long low, unsigned long high, long elems,
                                         unsigned long n) {
  char *here = upcr_near_idxr(start, elem, block_size, elem_size);
  return upcr_run_from_(at, here, start, elem, block_size, elem_size, low, high, elems, n);
}

/* In an indefinite block all are in one run, at most as many as a segment has bytes. */
upcr_inline_ unsigned long upcr_run0_any(char **at, upcr_pts_t p, unsigned long n) {
  const unsigned long most = 1ul << UPCR_PTS_OFFSET_BITS;
  *at = upcr_near_row(p);
  return n < most ? n : most;
}

/* The same, 0 where the elements are far. */
upcr_inline_ unsigned long upcr_run(char **at, upcr_ppts_t p, unsigned long block,
                                    unsigned long low, unsigned long high, long elems,
                                    unsigned long n) {
  n = upcr_run_any(at, p, block, low, high, elems, n);
  return __builtin_expect(*at != 0, 1) ? n : 0;
}

upcr_inline_ unsigned long upcr_run0(char **at, upcr_pts_t p, unsigned long n) {
  n = upcr_run0_any(at, p, n);
  return __builtin_expect(*at != 0, 1) ? n : 0;
}

/* Elements of a cyclic array on all `threads` threads: the first of each. */
upcr_inline_ unsigned long upcr_run_round(char **at, upcr_pts_t *first, upcr_pts_t p, int threads,
                                          long elems, unsigned long elem_size, unsigned long n) {
  int t;
  for (t = 0; t < threads; t++) {
    first[t] = upcr_add1(p, t * elems, elem_size);
    at[t] = upcr_near_row(first[t]);
    n = at[t] ? n : 0;
  }
  return n;
}

/* Far accesses are calls, which the compiler assumes to change memory: a program that reads a
 * shared array in a loop until another thread changes it sees the change. If all accesses are near,
 * this tells the compiler the same once a run. */
upcr_inline_ void upcr_reread(void) { __asm__ __volatile__("" ::: "memory"); }

/* True if a segment can have n bytes. Larger numbers, also negative ones, go to the far path, which
 * ends the program with a message: a copy here would first overwrite other threads' data. */
upcr_inline_ int upcr_may_hold(unsigned long n) { return n >> UPCR_PTS_OFFSET_BITS == 0; }

/* Null, which the compiler must not know: it would warn of accesses to memory that has no bytes
 * where it separates the path of a null pointer from the others. */
upcr_wraps_ upcr_inline_ void *upcr_local(upcr_pts_t p) {
  char *base = 0;
  if (p == 0) {
    __asm__("" : "+r"(base));
    return base;
  }
  base = upcr_self.map[p >> UPCR_PTS_OFFSET_BITS];
  return __builtin_expect(base != 0, 1) ? base + p : upcr_local_fail(p);
}

/* Each access is one function that calls only its far half: the C compiler's time depends on the
 * functions that it inlines. Far values are passed in registers, so that no variable needs an
 * address. `far` is the suffix of the far entry, `wide` its type. The _at_ forms take the result of
 * upcr_near for p: a relaxed update translates its pointer once. */
#define upcr_access_(suffix, type, far, wide)                                                      \
  upcr_wraps_ upcr_inline_ type upcr_get_##suffix(upcr_pts_t p) {                                  \
    char *base = upcr_base_(p);                                                                    \
    return upcr_is_near_(base) ? *(type *)(void *)(base + p) : (type)upcr_far_get_##far(p);        \
  }                                                                                                \
  upcr_wraps_ upcr_inline_ type upcr_put_##suffix(upcr_pts_t p, type value) {                      \
    char *base = upcr_base_(p);                                                                    \
    if (upcr_is_near_(base))                                                                       \
      *(type *)(void *)(base + p) = value;                                                         \
    else                                                                                           \
      upcr_far_put_##far(p, (wide)value);                                                          \
    return value;                                                                                  \
  }                                                                                                \
  upcr_inline_ type upcr_get_at_##suffix(char *at, upcr_pts_t p) {                                 \
    return upcr_is_near_(at) ? *(type *)(void *)at : (type)upcr_far_get_##far(p);                  \
  }                                                                                                \
  upcr_inline_ type upcr_put_at_##suffix(char *at, upcr_pts_t p, type value) {                     \
    if (upcr_is_near_(at))                                                                         \
      *(type *)(void *)at = value;                                                                 \
    else                                                                                           \
      upcr_far_put_##far(p, (wide)value);                                                          \
    return value;                                                                                  \
  }                                                                                                \
  upcr_wraps_ upcr_inline_ type upcr_gets_##suffix(upcr_pts_t p) {                                 \
    char *base = upcr_base_(p);                                                                    \
    type value;                                                                                    \
    upcr_settle_far();                                                                             \
    upcr_full_fence();                                                                             \
    if (upcr_is_near_(base)) {                                                                     \
      upcr_strict_load_(type, base + p, value);                                                    \
      upcr_near_fence_();                                                                          \
    } else {                                                                                       \
      upcr_far_get(&value, p, sizeof value);                                                       \
      upcr_full_fence();                                                                           \
    }                                                                                              \
    return value;                                                                                  \
  }                                                                                                \
  upcr_wraps_ upcr_inline_ type upcr_puts_##suffix(upcr_pts_t p, type value) {                     \
    char *base = upcr_base_(p);                                                                    \
    upcr_settle_far();                                                                             \
    if (upcr_is_near_(base)) {                                                                     \
      upcr_near_fence_();                                                                          \
      upcr_strict_store_(type, base + p, value);                                                   \
    } else {                                                                                       \
      upcr_full_fence();                                                                           \
      upcr_far_put_##far(p, (wide)value);                                                          \
      upcr_settle_far_slow();                                                                      \
    }                                                                                              \
    upcr_full_fence();                                                                             \
    return value;                                                                                  \
  }

/* clang-format off */
upcr_access_(i8, signed char, u8, unsigned char)
upcr_access_(u8, unsigned char, u8, unsigned char)
upcr_access_(i16, short, u16, unsigned short)
upcr_access_(u16, unsigned short, u16, unsigned short)
upcr_access_(i32, int, u32, unsigned int)
upcr_access_(u32, unsigned int, u32, unsigned int)
upcr_access_(i64, long, u64, unsigned long)
upcr_access_(u64, unsigned long, u64, unsigned long)
upcr_access_(ll, long long, u64, unsigned long)
upcr_access_(ull, unsigned long long, u64, unsigned long)
upcr_access_(b, _Bool, u8, unsigned char)
upcr_access_(f32, float, f32, float)
upcr_access_(f64, double, f64, double)
upcr_access_(ld, long double, ld, long double)
upcr_access_(ptr, void *, u64, unsigned long)
/* clang-format on */

#undef upcr_access_
#undef upcr_strict_load_
#undef upcr_strict_store_

/* Reads and writes a pointer-to-shared with phase in one piece: never half of another thread's
 * write.
 *
 * x86-64: Intel (SDM vol. 3, 9.1.1) and AMD (APM vol. 2, 7.3.2) guarantee that an aligned
 * 16-byte SSE or AVX move is atomic on every processor that has AVX; older ones take cmpxchg16b,
 * which writes back what it read (segments are always writable). The move is one asm, so the
 * compiler can neither split nor narrow it; without "volatile" and "memory" it is still free to
 * combine and hoist it, as it may any relaxed access. aarch64: an exclusive pair whose store
 * succeeded was read in one piece (Arm ARM B2.2.1), before FEAT_LSE2 too. */
#if defined(__x86_64__)
                            extern unsigned char upcr_wide_moves; /* set once before main: aligned
                                                                     16-byte moves are atomic */

upcr_inline_ upcr_ppts_t upcr_pp_load(const upcr_ppts_t *at) {
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

upcr_inline_ void upcr_pp_store(upcr_ppts_t *at, upcr_ppts_t value) {
  if (__builtin_expect(upcr_wide_moves, 1)) {
    long long v __attribute__((vector_size(16)));
    __builtin_memcpy(&v, &value, sizeof v);
    __asm__("movdqa %1, %0" : "=m"(*at) : "x"(v));
  } else {
    unsigned long low = at->p,
                  high = at->phase; /* a first guess: a torn read costs only another iteration */
    unsigned char done;
    do
      __asm__ __volatile__("lock; cmpxchg16b %2\n\tsete %3"
                           : "+a"(low), "+d"(high), "+m"(*at), "=q"(done)
                           : "b"(value.p), "c"(value.phase)
                           : "cc");
    while (!done);
  }
}
#elif defined(__aarch64__)
                                                        upcr_inline_ upcr_ppts_t
    upcr_pp_load(const upcr_ppts_t *at) {
  upcr_ppts_t value;
  unsigned int failed;
  do
    __asm__ __volatile__("ldxp %0, %1, %3\n\tstxp %w2, %0, %1, %3"
                         : "=&r"(value.p), "=&r"(value.phase), "=&r"(failed),
                           "+Q"(*(upcr_ppts_t *)at));
  while (failed);
  return value;
}

upcr_inline_ void upcr_pp_store(upcr_ppts_t *at, upcr_ppts_t value) {
  unsigned long low, high;
  unsigned int failed;
  do
    __asm__ __volatile__("ldxp %0, %1, %3\n\tstxp %w2, %4, %5, %3"
                         : "=&r"(low), "=&r"(high), "=&r"(failed), "+Q"(*at)
                         : "r"(value.p), "r"(value.phase));
  while (failed);
}
#else
#error                                                                                             \
    "pointers-to-shared with phase need 16-byte atomic accesses: x86-64 and aarch64 are supported"
#endif

upcr_inline_ upcr_ppts_t upcr_get_at_pp(char *at, upcr_pts_t p) {
  if (__builtin_expect(at != 0, 1))
    return upcr_pp_load((const upcr_ppts_t *)(void *)at);
  return upcr_far_get_pp(p);
}

upcr_inline_ upcr_ppts_t upcr_put_at_pp(char *at, upcr_pts_t p, upcr_ppts_t value) {
  if (__builtin_expect(at != 0, 1))
    upcr_pp_store((upcr_ppts_t *)(void *)at, value);
  else
    upcr_far_put_pp(p, value);
  return value;
}

upcr_inline_ upcr_ppts_t upcr_get_pp(upcr_pts_t p) { return upcr_get_at_pp(upcr_near(p), p); }

upcr_inline_ upcr_ppts_t upcr_put_pp(upcr_pts_t p, upcr_ppts_t value) {
  return upcr_put_at_pp(upcr_near(p), p, value);
}

upcr_inline_ upcr_ppts_t upcr_gets_pp(upcr_pts_t p) {
  upcr_ppts_t value;
  char *at = upcr_near(p);
  upcr_settle_far();
  upcr_full_fence();
  if (__builtin_expect(at != 0, 1))
    value = upcr_get_at_pp(at, p);
  else
    upcr_far_get(&value, p, sizeof value);
  upcr_full_fence();
  return value;
}

upcr_inline_ upcr_ppts_t upcr_puts_pp(upcr_pts_t p, upcr_ppts_t value) {
  upcr_settle_far();
  upcr_full_fence();
  upcr_put_pp(p, value);
  upcr_settle_far();
  upcr_full_fence();
  return value;
}

/* Objects of n bytes: structures, complex numbers, vectors. The runtime itself calls upcr_getb. */
upcr_inline_ void upcr_getb(void *dst, upcr_pts_t src, unsigned long n) {
  char *at = upcr_near(src);
  if (__builtin_expect(at != 0, 1))
    __builtin_memcpy(dst, at, n);
  else
    upcr_far_get(dst, src, n);
}

upcr_inline_ void upcr_get_object(void *dst, upcr_pts_t src, unsigned long n) {
  char *at = upcr_near(src);
  if (__builtin_expect(at != 0, 1))
    __builtin_memcpy(dst, at, n);
  else
    upcr_far_get_object(dst, src, n);
}

upcr_inline_ void upcr_putb(upcr_pts_t dst, const void *src, unsigned long n) {
  char *at = upcr_near(dst);
  if (__builtin_expect(at != 0, 1))
    __builtin_memcpy(at, src, n);
  else
    upcr_far_put(dst, src, n);
}

/* Source and destination may be the same object (C 6.5.16.1p3). */
upcr_inline_ void upcr_copyb(upcr_pts_t dst, upcr_pts_t src, unsigned long n) {
  char *to = upcr_near(dst), *from = upcr_near(src);
  if (__builtin_expect(to != 0 && from != 0, 1))
    __builtin_memmove(to, from, n);
  else
    upcr_far_copy(dst, src, n);
}

/* The same, strictly: no race either, so ThreadSanitizer does not see the bytes. */
#ifdef upcr_tsan_
static __attribute__((noinline, unused, no_sanitize("thread"))) void
upcr_strict_bytes_(char *to, const char *from, unsigned long n) {
  unsigned long i; /* C89 too */
  for (i = 0; i < n; i++)
    ((char volatile *)to)[i] = from[i];
}
#else
#define upcr_strict_bytes_(to, from, n)                                                            \
  __builtin_memmove(to, from, n) /* source and destination may be one object */
#endif

upcr_inline_ void upcr_getbs(void *dst, upcr_pts_t src, unsigned long n) {
  char *at = upcr_near(src);
  upcr_settle_far();
  upcr_full_fence();
  if (__builtin_expect(at != 0, 1))
    upcr_strict_bytes_((char *)dst, at, n);
  else
    upcr_far_get(dst, src, n);
  upcr_full_fence();
}

upcr_inline_ void upcr_putbs(upcr_pts_t dst, const void *src, unsigned long n) {
  char *at = upcr_near(dst);
  upcr_settle_far();
  upcr_full_fence();
  if (__builtin_expect(at != 0, 1))
    upcr_strict_bytes_(at, (const char *)src, n);
  else
    upcr_far_put(dst, src, n);
  upcr_settle_far();
  upcr_full_fence();
}

upcr_inline_ void upcr_copybs(upcr_pts_t dst, upcr_pts_t src, unsigned long n) {
  char *to = upcr_near(dst), *from = upcr_near(src);
  upcr_settle_far();
  upcr_full_fence();
  if (__builtin_expect(to != 0 && from != 0, 1))
    upcr_strict_bytes_(to, from, n);
  else
    upcr_far_copy(dst, src, n);
  upcr_settle_far();
  upcr_full_fence();
}
#undef upcr_strict_bytes_
#undef upcr_base_
#undef upcr_is_near_
#undef upcr_wraps_
#undef upcr_tsan_

#undef upcr_inline_

#endif
