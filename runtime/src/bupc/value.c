/* Value-based collectives of <bupc_collectivev.h>.
 *
 * Every thread puts its bytes in its part of one of two symmetric areas, and after a barrier reads what it wants of the others'.
 * An area is used again two calls later: each thread has then been in the barrier of the call between, after it had read. */
#include <stdbool.h>
#include <string.h>
#include <upc_types.h>

#include "../base/atomics.h"
#include "../base/log.h"
#include "../core/alloc.h"
#include "../core/barrier.h"
#include "library.h"

/* Single-valued, as all calls are. */
static UPCR_PER_THREAD upcr_pts_t areas[2];
static UPCR_PER_THREAD size_t capacity;
static UPCR_PER_THREAD unsigned turn;

enum { FIRST_CAPACITY = 256 };

static void step(size_t bytes) { upcr_collective_barrier(UPCR_ALL_VALUE, upcr_digest(0, bytes)); }

/* The new areas are for whoever has the second broadcast; the old ones are read no more by then. */
static void grow(size_t bytes) {
  size_t wanted = capacity ? capacity : FIRST_CAPACITY;
  while (wanted < bytes)
    wanted *= 2;
  for (int i = 0; i < 2; i++) {
    upcr_pts_t old = areas[i], p = upcr_self.mythread == 0 ? upcr_alloc_symmetric(wanted) : 0;
    areas[i] = upcr_collective_broadcast(UPCR_ALL_VALUE, upcr_digest(0, bytes), upcr_pp(p, 0)).p;
    if (areas[i] == 0)
      upcr_fatal("a collective of bupc_collectivev.h: %zu bytes of shared heap in each thread are wanted", wanted);
    if (upcr_self.mythread == 0 && old)
      upcr_free_shared(old, "bupc_allv");
  }
  capacity = wanted;
}

/* Byte `at` of thread t's part of the area in use. */
static upcr_pts_t part(int t, size_t at) {
  return upcr_pts_make((unsigned long)t, upcr_pts_offset(areas[turn % 2]) + at);
}

/* Gives `n` bytes; `size` is what every thread gives at most. Then the others' can be read. */
static void give(const void *bytes, size_t n, size_t size) {
  if (size > capacity)
    grow(size);
  turn++;
  if (n)
    upcr_putb(part(upcr_self.mythread, 0), bytes, n);
  step(size);
}

static void check_root(int root, const char *what) {
  if (root < 0 || root >= upcr_self.threads)
    upcr_fatal("%s: there is no thread %d", what, root);
}

void upcr_allv_broadcast(void *value, size_t size, int root) {
  check_root(root, "bupc_allv_broadcast");
  give(value, upcr_self.mythread == root ? size : 0, size);
  upcr_getb(value, part(root, 0), size);
}

void upcr_allv_scatter(void *value, size_t size, int root, const void *rootsrc) {
  size_t all = size * (size_t)upcr_self.threads;
  check_root(root, "bupc_allv_scatter");
  give(rootsrc, upcr_self.mythread == root ? all : 0, all);
  upcr_getb(value, part(root, size * (size_t)upcr_self.mythread), size);
}

static void collect(void *dst, size_t size) {
  for (int t = 0; t < upcr_self.threads; t++)
    upcr_getb((char *)dst + size * (size_t)t, part(t, 0), size);
}

void *upcr_allv_gather(const void *value, size_t size, int root, void *rootdst) {
  check_root(root, "bupc_allv_gather");
  give(value, size, size);
  if (upcr_self.mythread == root)
    collect(rootdst, size);
  return rootdst;
}

void *upcr_allv_gather_all(const void *value, size_t size, void *dst) {
  give(value, size, size);
  collect(dst, size);
  return dst;
}

void *upcr_allv_exchange(const void *src, size_t size, void *dst) {
  size_t all = size * (size_t)upcr_self.threads, mine = size * (size_t)upcr_self.mythread;
  give(src, all, all);
  for (int t = 0; t < upcr_self.threads; t++)
    upcr_getb((char *)dst + size * (size_t)t, part(t, mine), size);
  return dst;
}

/* Who sends to me is not known: each value is put where it belongs, in an area that nobody reads before the barrier. */
void upcr_allv_permute(void *value, size_t size, int tothread) {
  check_root(tothread, "bupc_allv_permute");
  if (size > capacity)
    grow(size);
  turn++;
  upcr_putb(part(tothread, 0), value, size);
  step(size);
  upcr_getb(value, part(upcr_self.mythread, 0), size);
}

#define LOGICAL(op, a, b) ((op) == UPC_LOGAND ? (a) && (b) : (a) || (b))
#define ARITHMETIC(op, a, b)                                                                                           \
  ((op) == UPC_ADD    ? (a) + (b)                                                                                      \
   : (op) == UPC_MULT ? (a) * (b)                                                                                      \
   : (op) == UPC_MIN  ? ((b) < (a) ? (b) : (a))                                                                        \
                      : ((b) > (a) ? (b) : (a)))
#define BITS(op, a, b) ((op) == UPC_AND ? (a) & (b) : (op) == UPC_OR ? (a) | (b) : (a) ^ (b))

enum {
  LOGICAL_OPS = UPC_LOGAND | UPC_LOGOR,
  BIT_OPS = UPC_AND | UPC_OR | UPC_XOR,
  ARITHMETIC_OPS = UPC_ADD | UPC_MULT | UPC_MIN | UPC_MAX
};

/* to = to op from. Sums and products of signed integers wrap around. */
#define COMBINE_INTEGER(name, T, U)                                                                                    \
  static void combine_##name(void *to, const void *from, int op) {                                                     \
    T a, b;                                                                                                            \
    memcpy(&a, to, sizeof a);                                                                                          \
    memcpy(&b, from, sizeof b);                                                                                        \
    a = op & LOGICAL_OPS            ? (T)LOGICAL(op, a, b)                                                             \
        : op & BIT_OPS              ? (T)BITS(op, a, b)                                                                \
        : op & (UPC_ADD | UPC_MULT) ? (T)ARITHMETIC(op, (U)a, (U)b)                                                    \
                                    : (T)ARITHMETIC(op, a, b);                                                         \
    memcpy(to, &a, sizeof a);                                                                                          \
  }
#define COMBINE_FLOATING(name, T)                                                                                      \
  static void combine_##name(void *to, const void *from, int op) {                                                     \
    T a, b;                                                                                                            \
    memcpy(&a, to, sizeof a);                                                                                          \
    memcpy(&b, from, sizeof b);                                                                                        \
    a = op & LOGICAL_OPS ? (T)(LOGICAL(op, a, b)) : (T)ARITHMETIC(op, a, b);                                           \
    memcpy(to, &a, sizeof a);                                                                                          \
  }
COMBINE_INTEGER(i8, int8_t, unsigned)
COMBINE_INTEGER(u8, uint8_t, unsigned)
COMBINE_INTEGER(i16, int16_t, unsigned)
COMBINE_INTEGER(u16, uint16_t, unsigned)
COMBINE_INTEGER(i32, int32_t, uint32_t)
COMBINE_INTEGER(u32, uint32_t, uint32_t)
COMBINE_INTEGER(i64, int64_t, uint64_t)
COMBINE_INTEGER(u64, uint64_t, uint64_t)
COMBINE_FLOATING(f32, float)
COMBINE_FLOATING(f64, double)
COMBINE_FLOATING(ld, long double)

typedef void combine_function(void *to, const void *from, int op);

static combine_function *combine_of(int type) {
  switch (type) {
  case UPC_CHAR:
    return combine_i8;
  case UPC_UCHAR:
    return combine_u8;
  case UPC_SHORT:
    return combine_i16;
  case UPC_USHORT:
    return combine_u16;
  case UPC_INT:
    return combine_i32;
  case UPC_UINT:
    return combine_u32;
  case UPC_LONG:
  case UPC_LLONG:
    return combine_i64;
  case UPC_ULONG:
  case UPC_ULLONG:
    return combine_u64;
  case UPC_FLOAT:
    return combine_f32;
  case UPC_DOUBLE:
    return combine_f64;
  case UPC_LDOUBLE:
    return combine_ld;
  default:
    return 0;
  }
}

static combine_function *checked(int type, int op, const char *what) {
  combine_function *combine = combine_of(type);
  bool floating = type >= UPC_FLOAT && type <= UPC_LDOUBLE;
  int permitted = LOGICAL_OPS | ARITHMETIC_OPS | (floating ? 0 : BIT_OPS);
  if (!combine || op == 0 || (op & (op - 1)) || (op & ~permitted))
    upcr_fatal("%s: operation %#x is not one for this type", what, (unsigned)op);
  return combine;
}

/* Folds the values of threads 0 to last, in order. */
static void fold(void *value, size_t size, int op, combine_function *combine, int last) {
  long double other;
  upcr_getb(value, part(0, 0), size);
  for (int t = 1; t <= last; t++) {
    upcr_getb(&other, part(t, 0), size);
    combine(value, &other, op);
  }
}

void upcr_allv_reduce(void *value, size_t size, int type, int op, int root) {
  combine_function *combine = checked(type, op, "bupc_allv_reduce");
  check_root(root, "bupc_allv_reduce");
  give(value, size, size);
  if (upcr_self.mythread == root)
    fold(value, size, op, combine, upcr_self.threads - 1);
}

void upcr_allv_reduce_all(void *value, size_t size, int type, int op) {
  combine_function *combine = checked(type, op, "bupc_allv_reduce_all");
  give(value, size, size);
  fold(value, size, op, combine, upcr_self.threads - 1);
}

void upcr_allv_prefix_reduce(void *value, size_t size, int type, int op) {
  combine_function *combine = checked(type, op, "bupc_allv_prefix_reduce");
  give(value, size, size);
  fold(value, size, op, combine, upcr_self.mythread);
}
