/* Atomic operations (UPC 7.6).
 *
 * A domain is its operand type, its operations and a number, which are in the pointer itself: an operation reads no
 * descriptor. Calls that make and free domains are collective, so that each thread numbers them alike by itself. */
#include <string.h>
#include <upc_types.h>

#include "../base/atomics.h"
#include "../base/log.h"
#include "../check/check.h"
#include "atomic.h"
#include "copy.h"
#include "library.h"
#include "remote.h"

enum {
  ACCESSORS = UPCR_GET | UPCR_SET | UPCR_CSWAP,
  BITWISE = UPC_AND | UPC_OR | UPC_XOR,
  NUMERIC = UPC_ADD | UPCR_SUB | UPC_MULT | UPCR_INC | UPCR_DEC | UPC_MAX | UPC_MIN,
  WITH_OPERAND = UPCR_SET | UPCR_CSWAP | BITWISE | UPC_ADD | UPCR_SUB | UPC_MULT | UPC_MAX | UPC_MIN
};

/* The representation of an operand type. */
enum shape { SHAPE_NONE, SHAPE_I32, SHAPE_U32, SHAPE_I64, SHAPE_U64, SHAPE_F32, SHAPE_F64, SHAPE_PTS };

static enum shape shape_of(int type) {
  switch (type) {
  case UPC_INT:
  case UPC_INT32:
    return SHAPE_I32;
  case UPC_UINT:
  case UPC_UINT32:
    return SHAPE_U32;
  case UPC_LONG:
  case UPC_INT64:
    return SHAPE_I64;
  case UPC_ULONG:
  case UPC_UINT64:
    return SHAPE_U64;
  case UPC_FLOAT:
    return SHAPE_F32;
  case UPC_DOUBLE:
    return SHAPE_F64;
  case UPC_PTS:
    return SHAPE_PTS;
  default:
    return SHAPE_NONE;
  }
}

static unsigned width_of(enum shape shape) {
  switch (shape) {
  case SHAPE_I32:
  case SHAPE_U32:
  case SHAPE_F32:
    return 4;
  case SHAPE_PTS:
    return 16;
  default:
    return 8;
  }
}

static int permitted_ops(enum shape shape) {
  switch (shape) {
  case SHAPE_NONE:
    return 0;
  case SHAPE_PTS:
    return ACCESSORS;
  case SHAPE_F32:
  case SHAPE_F64:
    return ACCESSORS | NUMERIC;
  default:
    return ACCESSORS | NUMERIC | BITWISE;
  }
}

/* Offset field of a domain: mark in bits 39..36, number in 35..22, type in 21..17, operations in 16..0. */
#define DOMAIN_MARK 0xaul
enum { DOMAINS = 1 << 14 };

static bool is_domain(upcr_pts_t p) { return p >> 36 == DOMAIN_MARK; }
static unsigned number_of(upcr_pts_t domain) { return (unsigned)(domain >> 22) % DOMAINS; }
static int type_of(upcr_pts_t domain) { return (int)(domain >> 17 & 0x1f); }
static int ops_of(upcr_pts_t domain) { return (int)(domain & 0x1ffff); }

static upcr_pts_t domain_of(unsigned number, int type, int ops) {
  return DOMAIN_MARK << 36 | (unsigned long)number << 22 | (unsigned long)type << 17 | (unsigned long)ops;
}

static void check_domain(int type, int ops) {
  enum shape shape = shape_of(type);
  if (shape == SHAPE_NONE)
    upcr_fatal("upc_all_atomicdomain_alloc: type %d has no atomic operations (UPC 7.6)", type);
  if (ops == 0 || (ops & ~permitted_ops(shape)))
    upcr_fatal("upc_all_atomicdomain_alloc: operations %#x are not all permitted for type %d (UPC 7.6)", (unsigned)ops,
               type);
}

/* Which numbers are taken, the same in every thread. Number 0 is for domains of one call. */
static UPCR_PER_THREAD uint64_t taken[DOMAINS / 64];
static UPCR_PER_THREAD unsigned last_taken;

static bool is_taken(unsigned number) { return taken[number / 64] >> number % 64 & 1; }
static void flip(unsigned number) { taken[number / 64] ^= 1ul << number % 64; }

/* Numbers go round, so that one that was freed comes again late. */
static unsigned free_number(void) {
  for (unsigned tries = 1; tries < DOMAINS; tries++) {
    unsigned number = (last_taken + tries) % DOMAINS;
    if (number != 0 && !is_taken(number))
      return number;
  }
  upcr_fatal("upc_all_atomicdomain_alloc: there are %d domains already: free those that are used no longer",
             DOMAINS - 1);
}

upcr_pts_t upcr_atomicdomain(int type, int ops) {
  check_domain(type, ops);
  return domain_of(0, type, ops);
}

upcr_pts_t upc_all_atomicdomain_alloc(int type, int ops, int hints) {
  (void)hints; /* 7.6.3.2: hints may be ignored */
  check_domain(type, ops);
  last_taken = free_number();
  flip(last_taken);
  return domain_of(last_taken, type, ops);
}

void upc_all_atomicdomain_free(upcr_pts_t ptr) {
  if (ptr == 0)
    return;
  if (!is_domain(ptr))
    upcr_fatal("upc_all_atomicdomain_free of a pointer that is no atomicity domain (UPC 7.6)");
  if (!is_taken(number_of(ptr)))
    upcr_fatal("upc_all_atomicdomain_free of an atomicity domain that is free already (UPC 7.6)");
  flip(number_of(ptr));
}

/* Operands travel as the low bytes of 16; this target is little-endian. */
static upcr_ppts_t load_operand(const void *from, unsigned width) {
  upcr_ppts_t value = {0, 0};
  if (from)
    memcpy(&value, from, width);
  return value;
}

static int64_t as_signed(upcr_ppts_t v, enum shape shape) { return shape == SHAPE_I32 ? (int32_t)v.p : (int64_t)v.p; }

static float as_float(upcr_ppts_t v) {
  float f;
  memcpy(&f, &v.p, sizeof f);
  return f;
}

static double as_double(upcr_ppts_t v) {
  double d;
  memcpy(&d, &v.p, sizeof d);
  return d;
}

/* Integer operations on the low bytes: two's complement, so signs matter for MIN and MAX only. */
static uint64_t apply_integer(int op, upcr_ppts_t old, upcr_ppts_t operand, enum shape shape) {
  bool is_signed = shape == SHAPE_I32 || shape == SHAPE_I64;
  bool less = is_signed ? as_signed(old, shape) < as_signed(operand, shape) : old.p < operand.p;
  switch (op) {
  case UPC_AND:
    return old.p & operand.p;
  case UPC_OR:
    return old.p | operand.p;
  case UPC_XOR:
    return old.p ^ operand.p;
  case UPC_MULT:
    return old.p * operand.p;
  case UPC_MIN:
    return less ? old.p : operand.p;
  default:
    return less ? operand.p : old.p; /* UPC_MAX */
  }
}

#define APPLY_FLOATING(name, type)                                                                                     \
  static type name(int op, type old, type operand) {                                                                   \
    switch (op) {                                                                                                      \
    case UPC_ADD:                                                                                                      \
      return old + operand;                                                                                            \
    case UPCR_SUB:                                                                                                     \
      return old - operand;                                                                                            \
    case UPC_MULT:                                                                                                     \
      return old * operand;                                                                                            \
    case UPCR_INC:                                                                                                     \
      return old + 1;                                                                                                  \
    case UPCR_DEC:                                                                                                     \
      return old - 1;                                                                                                  \
    case UPC_MIN:                                                                                                      \
      return old < operand ? old : operand;                                                                            \
    default:                                                                                                           \
      return old > operand ? old : operand; /* UPC_MAX */                                                              \
    }                                                                                                                  \
  }
APPLY_FLOATING(apply_float, float)
APPLY_FLOATING(apply_double, double)

static upcr_ppts_t apply(int op, upcr_ppts_t old, upcr_ppts_t operand, enum shape shape) {
  if (shape == SHAPE_F32) {
    float f = apply_float(op, as_float(old), as_float(operand));
    return load_operand(&f, sizeof f);
  }
  if (shape == SHAPE_F64) {
    double d = apply_double(op, as_double(old), as_double(operand));
    return load_operand(&d, sizeof d);
  }
  return upcr_pp(apply_integer(op, old, operand, shape), 0);
}

/* CSWAP compares as the language does: -0.0 == 0.0, pointers without their phase. */
static bool equal(upcr_ppts_t a, upcr_ppts_t b, enum shape shape) {
  switch (shape) {
  case SHAPE_F32:
    return as_float(a) == as_float(b);
  case SHAPE_F64:
    return as_double(a) == as_double(b);
  default:
    return a.p == b.p;
  }
}

struct operation {
  int op;
  enum shape shape;
  upcr_pts_t target;
  upcr_ppts_t operand1, operand2;
};

static upcr_ppts_t single(const struct operation *o, enum upcr_net_atomic op, upcr_ppts_t operand,
                          upcr_ppts_t expected) {
  struct upcr_net_atomic_args args = {.op = op, .width = width_of(o->shape), .operand = operand, .expected = expected};
  upcr_atomic_at(o->target, &args);
  return args.old;
}

static bool same_bits(upcr_ppts_t a, upcr_ppts_t b) { return a.p == b.p && a.phase == b.phase; }

/* Reads, computes, and swaps if nothing changed meanwhile; a CSWAP whose comparison fails leaves the target alone. */
static upcr_ppts_t compute_and_swap(const struct operation *o) {
  upcr_ppts_t none = {0, 0}, old = single(o, UPCR_NET_LOAD, none, none);
  for (;;) {
    upcr_ppts_t wanted;
    if (o->op == UPCR_CSWAP) {
      if (!equal(old, o->operand1, o->shape))
        return old;
      wanted = o->operand2;
    } else
      wanted = apply(o->op, old, o->operand1, o->shape);
    upcr_ppts_t seen = single(o, UPCR_NET_CAS, wanted, old);
    if (same_bits(seen, old))
      return old;
    old = seen;
  }
}

static bool is_integer(enum shape shape) { return shape >= SHAPE_I32 && shape <= SHAPE_U64; }

static upcr_ppts_t perform(const struct operation *o) {
  upcr_ppts_t none = {0, 0};
  if (o->op == UPCR_GET)
    return single(o, UPCR_NET_LOAD, none, none);
  if (o->op == UPCR_SET)
    return single(o, UPCR_NET_SWAP, o->operand1, none);
  if (is_integer(o->shape)) {
    switch (o->op) {
    case UPC_ADD:
      return single(o, UPCR_NET_ADD, o->operand1, none);
    case UPCR_SUB:
      return single(o, UPCR_NET_ADD, upcr_pp(-o->operand1.p, 0), none);
    case UPCR_INC:
      return single(o, UPCR_NET_ADD, upcr_pp(1, 0), none);
    case UPCR_DEC:
      return single(o, UPCR_NET_ADD, upcr_pp(-1ul, 0), none);
    case UPCR_CSWAP:
      return single(o, UPCR_NET_CAS, o->operand2, o->operand1);
    default:
      break;
    }
  }
  return compute_and_swap(o);
}

static void check_operation(upcr_pts_t domain, int op, upcr_pts_t target, const void *fetch, const void *operand1,
                            const void *operand2) {
  if (!is_domain(domain))
    upcr_fatal("atomic operation on a pointer that is no atomicity domain (UPC 7.6)");
  if (upcr_check_on() && number_of(domain) != 0 && !is_taken(number_of(domain)))
    upcr_fatal("atomic operation in an atomicity domain that was freed (UPC 7.6.4.2)");
  if ((op & (op - 1)) != 0 || (op & ops_of(domain)) == 0)
    upcr_fatal("atomic operation %#x is not one of its domain's, %#x (UPC 7.6)", (unsigned)op,
               (unsigned)ops_of(domain));
  if (target == 0)
    upcr_fatal("atomic operation on a null pointer-to-shared");
  if ((op == UPCR_GET && !fetch) || (op & WITH_OPERAND && !operand1) || (op == UPCR_CSWAP && !operand2))
    upcr_fatal("atomic operation %#x without an operand that it needs (UPC 7.6)", (unsigned)op);
}

void upc_atomic_relaxed(upcr_pts_t domain, void *restrict fetch_ptr, int op, upcr_ppts_t target,
                        const void *restrict operand1, const void *restrict operand2) {
  check_operation(domain, op, target.p, fetch_ptr, operand1, operand2);
  enum shape shape = shape_of(type_of(domain));
  unsigned width = width_of(shape);
  upcr_check_argument(target.p, width, "atomic update");
  if (!upcr_near(target.p))
    upcr_check_far(target.p, width);
  struct operation o = {op, shape, target.p, load_operand(operand1, width), load_operand(operand2, width)};
  upcr_ppts_t old = perform(&o);
  if (fetch_ptr)
    memcpy(fetch_ptr, &old, width);
}

void upc_atomic_strict(upcr_pts_t domain, void *restrict fetch_ptr, int op, upcr_ppts_t target,
                       const void *restrict operand1, const void *restrict operand2) {
  upcr_full_fence();
  upc_atomic_relaxed(domain, fetch_ptr, op, target, operand1, operand2);
  upcr_full_fence();
}

int upc_atomic_isfast(int type, int ops, upcr_ppts_t addr) {
  return (ops & ~permitted_ops(shape_of(type))) == 0 && addr.p != 0 && upcr_near(addr.p) != 0;
}
