/* SPDX-License-Identifier: Apache-2.0 */
/* The general form of an atomic operation (UPC 7.6): what the fast forms of atomic.c do not take.
 * Composed of the four operations of the transport, so the target may be far. */
#include <string.h>

#include "../base/atomics.h"
#include "../base/log.h"
#include "../check/check.h"
#include "../mem/null_page.h"
#include "atomic.h"
#include "atomic_near.h"
#include "transfer.h"
#include "poll.h"
#include "remote.h"

static unsigned width_of(enum upcr_shape shape) {
  switch (shape) {
  case UPCR_SHAPE_I32:
  case UPCR_SHAPE_U32:
  case UPCR_SHAPE_F32:
    return 4;
  case UPCR_SHAPE_PTS:
    return 16;
  default:
    return 8;
  }
}

/* Operands travel as the low bytes of 16; this target is little-endian. */
static upcr_ppts_t load_operand(const void *from, unsigned width) {
  upcr_ppts_t value = {0, 0};
  if (from)
    memcpy(&value, from, width);
  return value;
}

static int64_t as_signed(upcr_ppts_t v, enum upcr_shape shape) {
  return shape == UPCR_SHAPE_I32 ? (int32_t)v.p : (int64_t)v.p;
}

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

/* Integer operations on the low bytes. In two's complement the sign matters for MIN and MAX only.
 */
static uint64_t apply_integer(int op, upcr_ppts_t old, upcr_ppts_t operand, enum upcr_shape shape) {
  bool is_signed = shape == UPCR_SHAPE_I32 || shape == UPCR_SHAPE_I64;
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

static upcr_ppts_t apply(int op, upcr_ppts_t old, upcr_ppts_t operand, enum upcr_shape shape) {
  if (shape == UPCR_SHAPE_F32) {
    float f = upcr_next_f32(op, as_float(old), as_float(operand));
    return load_operand(&f, sizeof f);
  }
  if (shape == UPCR_SHAPE_F64) {
    double d = upcr_next_f64(op, as_double(old), as_double(operand));
    return load_operand(&d, sizeof d);
  }
  return upcr_pp(apply_integer(op, old, operand, shape), 0);
}

/* CSWAP compares as the language does: -0.0 == 0.0, pointers without their phase. */
static bool equal(upcr_ppts_t a, upcr_ppts_t b, enum upcr_shape shape) {
  switch (shape) {
  case UPCR_SHAPE_F32:
    return as_float(a) == as_float(b);
  case UPCR_SHAPE_F64:
    return as_double(a) == as_double(b);
  default:
    return a.p == b.p;
  }
}

struct operation {
  int op;
  enum upcr_shape shape;
  upcr_pts_t target;
  upcr_ppts_t operand1, operand2;
};

static upcr_ppts_t single(const struct operation *o, enum upcr_net_atomic op, upcr_ppts_t operand,
                          upcr_ppts_t expected) {
  struct upcr_net_atomic_args args = {
      .op = op, .width = width_of(o->shape), .operand = operand, .expected = expected};
  upcr_far_cache_forget();
  upcr_atomic_at(o->target, &args);
  return args.old;
}

static bool same_bits(upcr_ppts_t a, upcr_ppts_t b) { return a.p == b.p && a.phase == b.phase; }

/* Reads, computes, and swaps if nothing changed meanwhile; a CSWAP whose comparison fails does not
 * write. */
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

static bool is_integer(enum upcr_shape shape) {
  return shape >= UPCR_SHAPE_I32 && shape <= UPCR_SHAPE_U64;
}

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

static bool send_integer(const struct operation *o, int op, uint64_t value) {
  bool wide = width_of(o->shape) == 8;
  switch (op) {
  case UPC_ADD:
    wide ? upcr_far_add_u64(o->target, value) : upcr_far_add_u32(o->target, (uint32_t)value);
    return true;
  case UPC_AND:
    wide ? upcr_far_and_u64(o->target, value) : upcr_far_and_u32(o->target, (uint32_t)value);
    return true;
  case UPC_OR:
    wide ? upcr_far_or_u64(o->target, value) : upcr_far_or_u32(o->target, (uint32_t)value);
    return true;
  case UPC_XOR:
    wide ? upcr_far_xor_u64(o->target, value) : upcr_far_xor_u32(o->target, (uint32_t)value);
    return true;
  default:
    return false;
  }
}

/* If the program does not use the old value, the operation is an update like `a[i] += x`
 * (update.c), for which the thread does not wait. False if there is no such update. */
static bool send(const struct operation *o) {
  if (o->shape == UPCR_SHAPE_F64 && o->op == UPC_ADD)
    upcr_far_add_f64(o->target, as_double(o->operand1));
  else if (o->shape == UPCR_SHAPE_F32 && o->op == UPC_ADD)
    upcr_far_add_f32(o->target, as_float(o->operand1));
  else if (!is_integer(o->shape))
    return false;
  else if (o->op == UPCR_SUB)
    return send_integer(o, UPC_ADD, -o->operand1.p);
  else if (o->op == UPCR_INC || o->op == UPCR_DEC)
    return send_integer(o, UPC_ADD, o->op == UPCR_INC ? 1 : -UINT64_C(1));
  else
    return send_integer(o, o->op, o->operand1.p);
  return true;
}

static _Noreturn void not_of_domain(int op, int ops) {
  char name[UPCR_OPS_TEXT], names[UPCR_OPS_TEXT];
  upcr_fatal("atomic operation %s is not one of its domain's, %s (UPC 7.6)",
             upcr_ops_text(op, name), upcr_ops_text(ops, names));
}

static _Noreturn void lacks_operand(int op) {
  char name[UPCR_OPS_TEXT];
  upcr_fatal("atomic operation %s without an operand that it needs (UPC 7.6)",
             upcr_ops_text(op, name));
}

static void check_operation(upcr_pts_t domain, int op, upcr_pts_t target, const void *fetch,
                            const void *operand1, const void *operand2) {
  if (!upcr_is_domain(domain))
    upcr_fatal("atomic operation on a pointer that is no atomicity domain (UPC 7.6)");
  if (upcr_check_on() && upcr_domain_is_free(domain))
    upcr_fatal("atomic operation in an atomicity domain that was freed (UPC 7.6.4.2)");
  if ((op & (op - 1)) != 0 || (op & upcr_domain_ops(domain)) == 0)
    not_of_domain(op, upcr_domain_ops(domain));
  if (target == 0)
    upcr_fatal("atomic operation on a null pointer-to-shared%s",
               upcr_null_hint(upcr_self.mythread));
  if ((op == UPCR_GET && !fetch) || (op & UPCR_WITH_OPERAND && !operand1) ||
      (op == UPCR_CSWAP && !operand2))
    lacks_operand(op);
}

void upcr_atomic_any(upcr_pts_t domain, void *restrict fetch_ptr, int op, upcr_ppts_t target,
                     const void *restrict operand1, const void *restrict operand2) {
  check_operation(domain, op, target.p, fetch_ptr, operand1, operand2);
  enum upcr_shape shape = upcr_domain_shape(domain);
  unsigned width = width_of(shape);
  upcr_check_argument("upc_atomic", target.p, width, "update");
  if (!upcr_near(target.p))
    upcr_check_far(target.p, width);
  struct operation o = {op, shape, target.p, load_operand(operand1, width),
                        load_operand(operand2, width)};
  if (!fetch_ptr && !upcr_near(target.p) && send(&o))
    return;
  upcr_ppts_t old = perform(&o);
  if (op == UPCR_GET || (op == UPCR_CSWAP && !equal(old, o.operand1, shape)))
    upcr_looked(target.p, old.p);
  if (fetch_ptr)
    memcpy(fetch_ptr, &old, width);
}
