/* SPDX-License-Identifier: Apache-2.0 */
/* Pointers-to-shared: representation and arithmetic (docs/abi.md section 1; UPC 6.4.2, 6.4.3).
 *
 * Only this header knows the bits: thread in bits 63..40, byte offset in the thread's segment in
 * bits 39..0. Offsets are modulo 2^40 and never carry into the thread, so a pointer that leaves its
 * segment and returns is valid again. Division is floor division and mod is non-negative
 * throughout. */
#pragma GCC system_header
#ifndef UPCR_PTS_H
#define UPCR_PTS_H

typedef unsigned long upcr_pts_t;
typedef struct upcr_ppts {
  upcr_pts_t p;
  unsigned long phase; /* in elements, below the block size */
} __attribute__((aligned(16))) upcr_ppts_t;

/* In packed structures. */
typedef upcr_pts_t upcr_packed_pts_t __attribute__((aligned(1)));
typedef upcr_ppts_t upcr_packed_ppts_t __attribute__((aligned(1)));

__extension__ typedef unsigned __int128 upcr_u128_t;

_Static_assert(sizeof(unsigned long) == 8 && sizeof(void *) == 8,
               "the runtime needs an LP64 target");

enum { UPCR_PTS_OFFSET_BITS = 40 };

#define upcr_inline_ static __inline__ __attribute__((always_inline, unused))

/* Byte offset in the thread's segment. */
upcr_inline_ unsigned long upcr_pts_offset(upcr_pts_t p) {
  return p & ((1ul << UPCR_PTS_OFFSET_BITS) - 1);
}

upcr_inline_ upcr_pts_t upcr_pts_make(unsigned long thread, unsigned long offset) {
  return thread << UPCR_PTS_OFFSET_BITS | offset;
}

upcr_inline_ unsigned long upcr_thread(upcr_pts_t p) { return p >> UPCR_PTS_OFFSET_BITS; }

upcr_inline_ upcr_ppts_t upcr_pp(upcr_pts_t p, unsigned long phase) {
  upcr_ppts_t pp = {p, phase};
  return pp;
}

upcr_inline_ upcr_pts_t upcr_add0(upcr_pts_t p, long bytes) { return p + (unsigned long)bytes; }

/* Pointers to shared are compared as numbers: the thread is above the offset, and the elements
 * are on one thread. */
upcr_inline_ int upcr_apart(upcr_pts_t object, unsigned long size, upcr_pts_t first, long bytes,
                            unsigned long elem_size, unsigned long n) {
  upcr_pts_t last = first + (n - 1) * (unsigned long)bytes;
  upcr_pts_t low = bytes < 0 ? last : first, high = (bytes < 0 ? first : last) + elem_size;
  return object + size <= low || high <= object;
}

#ifndef upcr_calls_
/* floor(i / d), d > 0. */
upcr_inline_ long upcr_floor_div(long i, unsigned long d) {
  if (__builtin_constant_p(d) && (d & (d - 1)) == 0)
    return i >> __builtin_ctzl(d);
  /* For i < 0: floor(i / d) == ~(~i / d), and ~i >= 0. */
  return i >= 0 ? (long)((unsigned long)i / d) : (long)~(~(unsigned long)i / d);
}

/* THREADS in the arithmetic of elements. Even if it is a constant, the fields of upcr_self are
 * read: gcc turns a product with a variable into an induction variable, but a product with a
 * constant into shifts, which share two of the processor's ports with branches. */
upcr_inline_ long upcr_row_length(void) { return upcr_one_thread_ ? 1 : (long)upcr_self.threads; }

/* floor(i / THREADS). With recip = floor((2^64-1)/T): (i + 1) * recip / 2^64 = (i + 1)/T - e,
 * where 0 < e <= (i + 1)/2^64; for 0 <= i < 2^40 and T < 2^24 that is below 1/T, so the floor is
 * exact. */
upcr_inline_ long upcr_div_threads(long i) {
  unsigned long sign = (unsigned long)(i >> 63);
  unsigned long n = (unsigned long)i ^ sign;
  if (upcr_one_thread_)
    return i;
  if (__builtin_expect(n >> 40 != 0, 0))
    return upcr_floor_div(i, (unsigned long)upcr_self.threads);
  return (long)((unsigned long)((upcr_u128_t)(n + 1) * upcr_self.recip >> 64) ^ sign);
}

/* The same for a subscript of an array. Negative and huge subscripts are rare, so one unsigned
 * comparison separates them from the others. */
static __attribute__((noinline, cold, pure, unused)) long upcr_row_of_any(long elem) {
  return upcr_div_threads(elem);
}

upcr_inline_ long upcr_row_of(long elem) {
  unsigned long n = (unsigned long)elem;
  if (upcr_one_thread_)
    return elem;
  if (__builtin_expect(n >= 1ul << 40, 0))
    return upcr_row_of_any(elem);
  return (long)(unsigned long)((upcr_u128_t)(n + 1) * upcr_self.recip >> 64);
}

/* If `elems` elements are whole rows of blocks, one for each thread, thread and phase stay the
 * same. Returns the step in elements on the thread; else 0. */
upcr_inline_ long upcr_column(long elems, unsigned long block_size) {
  long rows = upcr_div_threads(upcr_floor_div(elems, block_size)), length = rows * (long)block_size;
  return length * upcr_row_length() == elems ? length : 0;
}

/* elem modulo THREADS: the thread of an element of a cyclic array. */
upcr_inline_ long upcr_column_of(long elem) { return elem - upcr_row_of(elem) * upcr_row_length(); }

/* p moved by `threads` threads and `bytes` bytes. */
upcr_inline_ upcr_pts_t upcr_pts_move(upcr_pts_t p, long threads, unsigned long bytes) {
  return (((p >> UPCR_PTS_OFFSET_BITS) + (unsigned long)threads) << UPCR_PTS_OFFSET_BITS) |
         upcr_pts_offset(p + bytes);
}

/* Keeps a branch from becoming a conditional move, which would make each step of a walk wait for
 * the previous one. */
upcr_inline_ upcr_pts_t upcr_branch_(upcr_pts_t p) {
  __asm__("" : "+r"(p));
  return p;
}

/* p moved by `bytes` on its thread. If the offsets before and after are in the lower quarter,
 * nothing carries, and the result is the sum. This is a branch, so that a step of a walk waits for
 * one addition only. The mask has two bits, since gcc needs one instruction more to test one
 * bit. */
upcr_inline_ upcr_pts_t upcr_pts_along(upcr_pts_t p, unsigned long bytes) {
  upcr_pts_t upper = 3ul << (UPCR_PTS_OFFSET_BITS - 2), q = p + bytes;
  int forwards = __builtin_constant_p(bytes) && bytes < upper;
  if (__builtin_expect(((forwards ? p : p | q) & upper) == 0, 1))
    return q;
  return upcr_branch_(upcr_pts_move(p, 0, bytes));
}

/* p moved by whole rows, `bytes` on its thread: thread and phase stay. */
upcr_inline_ upcr_pts_t upcr_addr(upcr_pts_t p, long bytes) {
  return upcr_pts_along(p, (unsigned long)bytes);
}

upcr_inline_ upcr_ppts_t upcr_addrb(upcr_ppts_t p, long bytes) {
  return upcr_pp(upcr_addr(p.p, bytes), p.phase);
}

/* p moved to the next or the previous thread; past the last thread `bytes` bytes forward, before
 * the first `bytes` bytes back. */
upcr_inline_ upcr_pts_t upcr_pts_next_thread(upcr_pts_t p, unsigned long bytes) {
  unsigned long last = (unsigned long)upcr_threads() - 1;
  return p < upcr_pts_make(last, 0) ? p + upcr_pts_make(1, 0)
                                    : upcr_branch_(upcr_pts_offset(p + bytes));
}

upcr_inline_ upcr_pts_t upcr_pts_previous_thread(upcr_pts_t p, unsigned long bytes) {
  unsigned long last = (unsigned long)upcr_threads() - 1;
  return p >= upcr_pts_make(1, 0) ? p - upcr_pts_make(1, 0)
                                  : upcr_branch_(upcr_pts_make(last, upcr_pts_offset(p - bytes)));
}

/* Cyclic, by any number of elements. */
upcr_inline_ upcr_pts_t upcr_pts_cyclic(upcr_pts_t p, long elems, unsigned long elem_size) {
  long row = upcr_div_threads((long)upcr_thread(p) + elems);
  return upcr_pts_move(p, elems - row * upcr_row_length(), (unsigned long)row * elem_size);
}

/* With one thread the next element is always elem_size bytes further. */
upcr_inline_ upcr_pts_t upcr_add1(upcr_pts_t p, long elems, unsigned long elem_size) {
  if (upcr_one_thread_)
    return p + (unsigned long)elems * elem_size;
  if (__builtin_constant_p(elems) && elems == 1)
    return upcr_pts_next_thread(p, elem_size);
  if (__builtin_constant_p(elems) && elems == -1)
    return upcr_pts_previous_thread(p, elem_size);
  return upcr_pts_cyclic(p, elems, elem_size);
}

/* A step of a walk. Most are shorter than a row and need no division, for whose result the next
 * step would wait. */
upcr_inline_ upcr_pts_t upcr_step1(upcr_pts_t p, long elems, unsigned long elem_size) {
  long threads = upcr_threads(), thread = (long)upcr_thread(p) + elems;
  if (upcr_one_thread_ || (__builtin_constant_p(elems) && (elems == 1 || elems == -1)))
    return upcr_add1(p, elems, elem_size);
  if ((unsigned long)thread < (unsigned long)threads)
    return upcr_branch_(p + ((unsigned long)elems << UPCR_PTS_OFFSET_BITS));
  if ((unsigned long)(thread - threads) < (unsigned long)threads)
    return upcr_branch_(upcr_pts_move(p, elems - threads, elem_size));
  if ((unsigned long)(thread + threads) < (unsigned long)threads)
    return upcr_branch_(upcr_pts_move(p, elems + threads, -elem_size));
  return upcr_pts_cyclic(p, elems, elem_size);
}

/* The next element. It is almost always in the same block: a branch, so that no iteration depends
 * on the one before. */
upcr_inline_ upcr_ppts_t upcr_ppts_next(upcr_ppts_t p, unsigned long block_size,
                                        unsigned long elem_size) {
  if (__builtin_expect(p.phase + 1 < block_size, 1))
    return upcr_pp(upcr_pts_move(p.p, 0, elem_size), p.phase + 1);
  upcr_pts_t first = upcr_pts_move(p.p, 0, elem_size - block_size * elem_size);
  return upcr_pp(upcr_pts_next_thread(first, block_size * elem_size), 0);
}

upcr_inline_ upcr_ppts_t upcr_ppts_previous(upcr_ppts_t p, unsigned long block_size,
                                            unsigned long elem_size) {
  if (__builtin_expect(p.phase > 0, 1))
    return upcr_pp(upcr_pts_move(p.p, 0, -elem_size), p.phase - 1);
  upcr_pts_t last = upcr_pts_move(p.p, 0, block_size * elem_size - elem_size);
  return upcr_pp(upcr_pts_previous_thread(last, block_size * elem_size), block_size - 1);
}

/* Blocked, by any number of elements. */
upcr_inline_ upcr_ppts_t upcr_ppts_blocked(upcr_ppts_t p, long elems, unsigned long block_size,
                                           unsigned long elem_size) {
  long position = (long)p.phase + elems;
  long blocks = upcr_floor_div(position, block_size);
  unsigned long phase = (unsigned long)position - (unsigned long)blocks * block_size;
  if (upcr_one_thread_)
    return upcr_pp(upcr_add1(p.p, elems, elem_size), phase);
  long row = upcr_div_threads((long)upcr_thread(p.p) + blocks);
  unsigned long local =
      (unsigned long)row * block_size + phase - p.phase; /* elements moved on the thread */
  return upcr_pp(upcr_pts_move(p.p, blocks - row * upcr_row_length(), local * elem_size), phase);
}

upcr_inline_ upcr_ppts_t upcr_addb(upcr_ppts_t p, long elems, unsigned long block_size,
                                   unsigned long elem_size) {
  if (__builtin_constant_p(elems) && elems == 1)
    return upcr_ppts_next(p, block_size, elem_size);
  if (__builtin_constant_p(elems) && elems == -1)
    return upcr_ppts_previous(p, block_size, elem_size);
  return upcr_ppts_blocked(p, elems, block_size, elem_size);
}

/* A step of a walk, which usually stays in its block if blocks are large. */
upcr_inline_ upcr_ppts_t upcr_stepb(upcr_ppts_t p, long elems, unsigned long block_size,
                                    unsigned long elem_size) {
  unsigned long phase = p.phase + (unsigned long)elems;
  if (__builtin_constant_p(elems) && (elems == 1 || elems == -1))
    return upcr_addb(p, elems, block_size, elem_size);
  if (phase < block_size)
    return upcr_pp(upcr_branch_(upcr_pts_along(p.p, (unsigned long)elems * elem_size)), phase);
  return upcr_ppts_blocked(p, elems, block_size, elem_size);
}

/* Moves by negative and by huge numbers of elements, which are rare in subscripts of arrays: there
 * one unsigned comparison separates them from the others. */
upcr_pts_t upcr_out_add1(upcr_pts_t p, long elems, unsigned long elem_size)
    __attribute__((const, leaf));
upcr_ppts_t upcr_out_addb(upcr_ppts_t p, long elems, unsigned long block_size,
                          unsigned long elem_size) __attribute__((const, leaf));

upcr_inline_ int upcr_usual_(unsigned long elem) { return __builtin_expect(elem < 1ul << 40, 1); }

/* floor(n / THREADS) for n < 2^40, or for n <= 2^48 and THREADS < 2^16 (see upcr_div_threads). */
upcr_inline_ unsigned long upcr_usual_row_(unsigned long n) {
  return upcr_one_thread_ ? n : (unsigned long)((upcr_u128_t)(n + 1) * upcr_self.recip >> 64);
}

/* The element number `elem`, in block `block` and row `row` of blocks, of an array that starts on
 * thread 0. The next element is elem_size bytes further; after a block, on the next thread and a
 * block's bytes back; after a row, THREADS threads back and a block's bytes further. So the address
 * is a sum of three products with loop-invariant factors: few instructions, and few shifts. The
 * result has no carry. */
upcr_inline_ upcr_pts_t upcr_idx1(upcr_pts_t start, long elem, unsigned long elem_size) {
  unsigned long n = (unsigned long)elem, threads = (unsigned long)upcr_row_length();
  if (upcr_one_thread_)
    return start + n * elem_size;
  if (!upcr_usual_(n))
    return upcr_out_add1(start, elem, elem_size);
  return start + (n << UPCR_PTS_OFFSET_BITS) +
         upcr_usual_row_(n) * (elem_size - (threads << UPCR_PTS_OFFSET_BITS));
}

/* The element of the calling thread in the first row. */
upcr_inline_ upcr_pts_t upcr_own1(upcr_pts_t start) {
  return start + upcr_pts_make((unsigned long)upcr_mythread(), 0);
}

upcr_inline_ upcr_pts_t upcr_usual_element_(upcr_pts_t start, unsigned long n,
                                            unsigned long block_size, unsigned long elem_size) {
  unsigned long block = n / block_size, block_bytes = block_size * elem_size;
  unsigned long threads = (unsigned long)upcr_row_length();
  return start + n * elem_size + block * ((1ul << UPCR_PTS_OFFSET_BITS) - block_bytes) +
         upcr_usual_row_(block) * (block_bytes - (threads << UPCR_PTS_OFFSET_BITS));
}

upcr_inline_ upcr_pts_t upcr_idxb(upcr_pts_t start, long elem, unsigned long block_size,
                                  unsigned long elem_size) {
  unsigned long n = (unsigned long)elem;
  if (!upcr_one_thread_ && !upcr_usual_(n))
    return upcr_out_addb(upcr_pp(start, 0), elem, block_size, elem_size).p;
  return upcr_usual_element_(start, n, block_size, elem_size);
}

upcr_inline_ upcr_ppts_t upcr_ppidx(upcr_pts_t start, long elem, unsigned long block_size,
                                    unsigned long elem_size) {
  unsigned long n = (unsigned long)elem;
  if (!upcr_usual_(n))
    return upcr_out_addb(upcr_pp(start, 0), elem, block_size, elem_size);
  return upcr_pp(upcr_usual_element_(start, n, block_size, elem_size), n % block_size);
}

/* Distance on one thread, in elements: both pointers are into one array, so the division is
 * exact. */
upcr_inline_ long upcr_local_distance(upcr_pts_t a, upcr_pts_t b, unsigned long elem_size) {
  return ((long)upcr_pts_offset(a) - (long)upcr_pts_offset(b)) / (long)elem_size;
}

upcr_inline_ long upcr_diff0(upcr_pts_t a, upcr_pts_t b, unsigned long elem_size) {
  return upcr_local_distance(a, b, elem_size);
}

upcr_inline_ long upcr_diff1(upcr_pts_t a, upcr_pts_t b, unsigned long elem_size) {
  return upcr_local_distance(a, b, elem_size) * upcr_threads() + (long)upcr_thread(a) -
         (long)upcr_thread(b);
}

upcr_inline_ long upcr_diffb(upcr_ppts_t a, upcr_ppts_t b, unsigned long block_size,
                             unsigned long elem_size) {
  long phases = (long)a.phase - (long)b.phase;
  long rows = upcr_floor_div(upcr_local_distance(a.p, b.p, elem_size) - phases, block_size);
  long threads = (long)upcr_thread(a.p) - (long)upcr_thread(b.p);
  return (rows * upcr_threads() + threads) * (long)block_size + phases;
}

/* The order of two pointers into one array needs no division: of one thread that of their offsets,
 * else that of the offsets of their elements or blocks, then of the threads, then of the phases. A
 * thread's part of an array is shorter than half of its segment, so the differences do not
 * overflow, and the C compiler makes comparisons of them. */
upcr_inline_ long upcr_order0(upcr_pts_t a, upcr_pts_t b, unsigned long elem_size) {
  (void)elem_size;
  return (long)a - (long)b;
}

/* A pointer's offset as a signed number, then its thread. */
upcr_inline_ long upcr_offset_first_(upcr_pts_t p) {
  return (long)(p << (64 - UPCR_PTS_OFFSET_BITS) | p >> UPCR_PTS_OFFSET_BITS);
}

upcr_inline_ long upcr_order1(upcr_pts_t a, upcr_pts_t b, unsigned long elem_size) {
  (void)elem_size;
  return upcr_one_thread_ ? (long)a - (long)b : upcr_offset_first_(a) - upcr_offset_first_(b);
}

upcr_inline_ long upcr_orderb(upcr_ppts_t a, upcr_ppts_t b, unsigned long block_size,
                              unsigned long elem_size) {
  (void)block_size;
  if (upcr_one_thread_)
    return (long)a.p - (long)b.p;
  long blocks = upcr_order1(a.p - a.phase * elem_size, b.p - b.phase * elem_size, elem_size);
  return blocks ? blocks : (long)a.phase - (long)b.phase;
}

#endif
#undef upcr_inline_

#endif
