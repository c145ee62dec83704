/* SPDX-License-Identifier: Apache-2.0 */
/* Collectives, atomicity domains, non-blocking transfers. */
#include <string.h>
#include <upc_types.h>

#include "multi.h"

enum {
  NOSYNC = UPC_IN_NOSYNC | UPC_OUT_NOSYNC,
  MYSYNC = UPC_IN_MYSYNC | UPC_OUT_MYSYNC,
  BLOCK = 24
};

static void barrier(void) { upcr_barrier(0, 0); }

/* Byte k of block `block`. */
static char byte_of(int block, int k) { return (char)(block * 37 + k); }

static upcr_ppts_t part(upcr_ppts_t a, int t, size_t at) {
  return upcr_pp(upcr_pts_make((unsigned long)t, upcr_pts_offset(a.p)) + at, 0);
}

static void fill(upcr_ppts_t at, int block) {
  char text[BLOCK];
  for (int k = 0; k < BLOCK; k++)
    text[k] = byte_of(block, k);
  upc_memput(at, text, BLOCK);
}

static int holds(upcr_ppts_t at, int block) {
  char text[BLOCK];
  upc_memget(text, at, BLOCK);
  for (int k = 0; k < BLOCK; k++)
    if (text[k] != byte_of(block, k))
      return 0;
  return 1;
}

/* src: N blocks on every thread, dst the same. */
static UPCR_TEST_TLS upcr_ppts_t src, dst;

static void check_one_to_all(int flags, int root) {
  upcr_ppts_t row = part(src, root, 0);
  if (ME == root)
    for (int b = 0; b < N; b++)
      fill(part(src, root, (size_t)b * BLOCK), b + 1);
  barrier();
  upc_all_broadcast(dst, row, BLOCK, flags);
  barrier();
  CHECK(holds(part(dst, ME, 0), 1));
  barrier(); /* NOSYNC lets the next call write as soon as one thread is in it */
  upc_all_scatter(dst, row, BLOCK, flags);
  barrier();
  CHECK(holds(part(dst, ME, 0), ME + 1));
  barrier();
}

static void check_all_to_one(int flags, int root) {
  fill(part(src, ME, 0), ME + 5);
  barrier();
  upc_all_gather(part(dst, root, 0), src, BLOCK, flags);
  barrier();
  for (int b = 0; ME == root && b < N; b++)
    CHECK(holds(part(dst, root, (size_t)b * BLOCK), b + 5));
  barrier();
}

static void check_all_to_all(int flags) {
  int wrong = 0;
  for (int b = 0; b < N; b++)
    fill(part(src, ME, (size_t)b * BLOCK), ME * N + b);
  barrier();
  upc_all_gather_all(dst, src, BLOCK, flags);
  barrier();
  for (int b = 0; b < N; b++)
    wrong += !holds(part(dst, ME, (size_t)b * BLOCK), b * N);
  barrier();
  upc_all_exchange(dst, src, BLOCK, flags);
  barrier();
  for (int b = 0; b < N; b++)
    wrong += !holds(part(dst, ME, (size_t)b * BLOCK), b * N + ME);
  upcr_pts_t perm = upc_all_alloc((size_t)N, sizeof(int)).p;
  upcr_put_i32(upcr_add1(perm, ME, sizeof(int)), (ME + 1) % N);
  barrier();
  upc_all_permute(dst, src, perm, BLOCK, flags);
  barrier();
  wrong += !holds(part(dst, ME, 0), (ME + N - 1) % N * N);
  CHECK(wrong == 0);
  upc_all_free(upcr_pp(perm, 0));
}

/* Composition of the maps k -> (a k + b) mod 2^16, a in bits 31..16: associative, not commutative.
 */
static long then(long f, long g) {
  unsigned long a = (unsigned long)f >> 16 & 0xffff, b = (unsigned long)f & 0xffff;
  unsigned long c = (unsigned long)g >> 16 & 0xffff, d = (unsigned long)g & 0xffff;
  return (long)((a * c & 0xffff) << 16 | ((b * c + d) & 0xffff));
}

static long value_of(size_t i) { return (long)((i % 5 * 2 + 3) << 16 | (i % 7 + 1)); }

/* Elements 0.. of a blocked array from a start in the middle of a block. */
static void check_reduce(size_t block, size_t first, size_t nelems) {
  size_t total = first + nelems, step = block ? block : total;
  upcr_ppts_t a = upc_all_alloc(total / step + 1, step * sizeof(long)),
              b = upc_all_alloc(total / step + 1, step * sizeof(long));
  upcr_pts_t result = upc_all_alloc((size_t)N, sizeof(long)).p;
  upcr_pts_t last = upcr_pts_make((unsigned long)N - 1, upcr_pts_offset(result));
  for (size_t i = (size_t)ME; i < total; i += (size_t)N)
    upcr_put_i64(upcr_addb(a, (long)i, step, sizeof(long)).p, value_of(i));
  upcr_ppts_t from = upcr_addb(a, (long)first, step, sizeof(long)),
              to = upcr_addb(b, (long)first, step, sizeof(long));
  long sum = 0, folded = 0, least = 1l << 40, wrong = 0;
  for (size_t i = first; i < total; i++) {
    long v = value_of(i);
    sum += v;
    least = v < least ? v : least;
    folded = i == first ? v : then(folded, v);
  }
  barrier();
  upc_all_reduceL(upcr_pp(last, 0), from, UPC_ADD, nelems, block, 0, 0);
  CHECK(upcr_get_i64(last) == sum);
  barrier();
  upc_all_reduceL(upcr_pp(result, 0), from, UPC_MIN, nelems, block, 0, NOSYNC);
  barrier();
  CHECK(upcr_get_i64(result) == least);
  barrier();
  upc_all_reduceL(upcr_pp(result, 0), from, 1024, nelems, block, then, MYSYNC);
  barrier();
  CHECK(upcr_get_i64(result) == folded);
  barrier();
  upc_all_prefix_reduceL(to, from, 1024, nelems, block, then, UPC_IN_ALLSYNC);
  for (size_t i = first; i < total; i++) {
    long v = value_of(i);
    folded = i == first ? v : then(folded, v);
    wrong += upcr_get_i64(upcr_addb(b, (long)i, step, sizeof(long)).p) != folded;
  }
  CHECK(wrong == 0);
  barrier();
  upc_all_free(a);
  upc_all_free(b);
  upc_all_free(upcr_pp(result, 0));
}

static void check_reduce_types(void) {
  upcr_ppts_t a = upc_all_alloc((size_t)N, 16), r = upc_all_alloc(1, 16);
  upcr_put_ld(part(a, ME, 0).p, ME + 0.5L);
  barrier();
  upc_all_reduceLD(r, a, UPC_ADD, (size_t)N, 1, 0, 0);
  CHECK(upcr_get_ld(r.p) == N * (N - 1) / 2 + N * 0.5L);
  barrier();
  upcr_put_u8(part(a, ME, 0).p, 200);
  upc_all_reduceUC(r, a, UPC_ADD, (size_t)N, 1, 0, 0);
  CHECK(upcr_get_u8(r.p) == (unsigned char)(200 * N));
  upc_all_reduceUC(r, a, UPC_LOGAND, (size_t)N, 1, 0, 0);
  CHECK(upcr_get_u8(r.p) == (N > 1 ? 1 : 200)); /* no operator is applied to one element */
  barrier();
  upc_all_free(a);
  upc_all_free(r);
}

static void check_collectives(void) {
  static const int modes[] = {0, NOSYNC, MYSYNC, UPC_OUT_NOSYNC};
  src = upc_all_alloc((size_t)N, (size_t)N * BLOCK);
  dst = upc_all_alloc((size_t)N, (size_t)N * BLOCK);
  barrier();
  for (unsigned m = 0; m < sizeof modes / sizeof *modes; m++) {
    check_one_to_all(modes[m], 0);
    check_one_to_all(modes[m], N - 1);
    check_all_to_one(modes[m], N / 2);
    check_all_to_all(modes[m]);
    barrier();
  }
  check_reduce(1, 0, 50);
  check_reduce(3, 5, 41);
  check_reduce(1000, 2, 30);
  check_reduce(0, 0, 25);
  check_reduce(700, 10, 2100); /* more than one chunk */
  check_reduce(2, 0, 1);
  check_reduce_types();
  barrier();
  upc_all_free(src);
  upc_all_free(dst);
}

enum {
  GET = 1 << 11,
  SET = 1 << 12,
  CSWAP = 1 << 13,
  SUB = 1 << 14,
  INC = 1 << 15,
  DEC = 1 << 16,
  TIMES = 100
};

static void check_counters(upcr_ppts_t at) {
  upcr_pts_t ints = upc_all_atomicdomain_alloc(
      UPC_INT, GET | SET | CSWAP | UPC_ADD | SUB | INC | DEC | UPC_MAX | UPC_XOR, 0);
  upcr_pts_t doubles = upc_all_atomicdomain_alloc(UPC_DOUBLE, GET | SET | UPC_ADD | CSWAP | INC, 0);
  upcr_ppts_t real = upcr_pp(at.p + 16, 0), high = upcr_pp(at.p + 4, 0);
  int three = 3, one = 1, value = 0;
  double half = 0.5, sum = 0;
  for (int i = 0; i < TIMES; i++) {
    upc_atomic_relaxed(ints, 0, UPC_ADD, at, &three, 0);
    upc_atomic_strict(ints, &value, SUB, at, &one, 0);
    upc_atomic_relaxed(ints, 0, INC, at, 0, 0);
    upc_atomic_relaxed(ints, 0, DEC, at, 0, 0);
    upc_atomic_relaxed(doubles, 0, UPC_ADD, real, &half, 0);
    int mark = ME * TIMES + i;
    upc_atomic_relaxed(ints, 0, UPC_MAX, high, &mark, 0);
  }
  barrier();
  upc_atomic_strict(ints, &value, GET, at, 0, 0);
  upc_atomic_relaxed(doubles, &sum, GET, real, 0, 0);
  CHECK(value == 2 * TIMES * N && sum == 0.5 * TIMES * N);
  upc_atomic_relaxed(ints, &value, GET, high, 0, 0);
  CHECK(value == N * TIMES - 1);
  barrier();
  if (ME == 0) {
    double zero = 0.0, minus = -0.0, two = 2;
    upc_atomic_relaxed(doubles, 0, SET, real, &minus, 0);
    upc_atomic_relaxed(doubles, &sum, CSWAP, real, &zero, &two);
    upc_atomic_relaxed(doubles, &sum, GET, real, 0, 0);
    CHECK(sum == 2);
  }
  upc_all_atomicdomain_free(ints);
  upc_all_atomicdomain_free(doubles);
  barrier();
}

/* A list of pointers with phase: each thread pushes by compare and swap. */
static void check_pointers(upcr_ppts_t head) {
  upcr_pts_t domain = upc_all_atomicdomain_alloc(UPC_PTS, GET | SET | CSWAP, 0);
  upcr_ppts_t null = {0, 0}, seen, mine[5];
  if (ME == 0)
    upc_atomic_strict(domain, 0, SET, head, &null, 0);
  barrier();
  for (int i = 0; i < 5; i++) {
    mine[i] = upc_alloc(sizeof(upcr_ppts_t));
    mine[i].phase = (unsigned long)i;
    upcr_ppts_t old = null;
    upc_atomic_relaxed(domain, &seen, GET, head, 0, 0);
    do {
      old = seen;
      upcr_put_pp(mine[i].p, old);
      upc_atomic_strict(domain, &seen, CSWAP, head, &old, &mine[i]);
    } while (seen.p != old.p);
  }
  barrier();
  int length = 0;
  upc_atomic_relaxed(domain, &seen, GET, head, 0, 0);
  for (; seen.p; seen = upcr_get_pp(seen.p))
    length++;
  CHECK(length == 5 * N);
  barrier();
  for (int i = 0; i < 5; i++)
    upc_free(mine[i]);
}

static void check_nonblocking(upcr_ppts_t at) {
  char text[8] = "abcdefg", back[8] = "";
  upcr_ppts_t own = part(at, ME, 0);
  upc_sync(upc_memput_nb(own, text, 8));
  upc_memget_nbi(back, own, 8);
  CHECK(upc_synci_attempt() && upc_sync_attempt(0) && memcmp(text, back, 8) == 0);
  upc_synci();
  struct upcr_thread_info info = upc_thread_info((size_t)ME);
  CHECK(info.guaranteedCastable == 15 && info.probablyCastable == 15 && upc_cast(own) != 0);
}

void test_collectives(void) {
  check_collectives();
  upcr_ppts_t a = upc_all_alloc((size_t)N, 64);
  upcr_ppts_t far = part(a, N - 1, 0);
  if (ME == 0)
    upc_memset(far, 0, 64);
  barrier();
  check_counters(far);
  check_pointers(upcr_pp(far.p + 32, 0));
  barrier();
  check_nonblocking(a);
  barrier();
  upc_all_free(a);
}
