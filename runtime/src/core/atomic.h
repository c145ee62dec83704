/* SPDX-License-Identifier: Apache-2.0 */
/* Atomic operations (UPC 7.6): what the functions of the headers share. */
#ifndef UPCR_CORE_ATOMIC_H
#define UPCR_CORE_ATOMIC_H

#include <stdbool.h>
#include <upc_types.h>
#include <upcr/upcr.h>

/* The operations that <upc_atomic.h> adds to <upc_types.h>. */
enum {
  UPCR_GET = 1 << 11,
  UPCR_SET = 1 << 12,
  UPCR_CSWAP = 1 << 13,
  UPCR_SUB = 1 << 14,
  UPCR_INC = 1 << 15,
  UPCR_DEC = 1 << 16,
  UPCR_ATOMIC_OPS = 17 /* bits */
};

/* Operations with at least one operand. */
enum {
  UPCR_WITH_OPERAND = UPCR_SET | UPCR_CSWAP | UPC_AND | UPC_OR | UPC_XOR | UPC_ADD | UPCR_SUB |
                      UPC_MULT | UPC_MAX | UPC_MIN
};

/* The representation of an operand type. */
enum upcr_shape {
  UPCR_SHAPE_NONE, /* the type has no atomic operations */
  UPCR_SHAPE_I32,
  UPCR_SHAPE_U32,
  UPCR_SHAPE_I64,
  UPCR_SHAPE_U64,
  UPCR_SHAPE_F32,
  UPCR_SHAPE_F64,
  UPCR_SHAPE_PTS,
  UPCR_SHAPES
};

/* A domain is a number, a shape and its operations, all in the pointer itself: an operation reads
 * no descriptor. Fields of the offset: mark in bits 39..36, number in 35..22, shape in 21..17,
 * operations in 16..0. */
enum { UPCR_DOMAINS = 1 << 14 };
#define UPCR_DOMAIN_MARK 0xaul

/* The fields of a domain; whether a pointer is one. */
static inline bool upcr_is_domain(upcr_pts_t p) { return p >> 36 == UPCR_DOMAIN_MARK; }
static inline enum upcr_shape upcr_domain_shape(upcr_pts_t domain) {
  return (enum upcr_shape)(domain >> 17 & 0x1f);
}
static inline int upcr_domain_ops(upcr_pts_t domain) {
  return (int)(domain & ((1 << UPCR_ATOMIC_OPS) - 1));
}

/* A domain for one call, which needs no free. Ends the job if `type` does not permit all of
 * `ops`. */
upcr_pts_t upcr_atomicdomain(int type, int ops);

/* For checked code: true if the domain was freed. */
bool upcr_domain_is_free(upcr_pts_t domain);

/* An atomic operation of any kind anywhere, relaxed, after every check of its arguments. */
void upcr_atomic_any(upcr_pts_t domain, void *restrict fetch, int op, upcr_ppts_t target,
                     const void *restrict operand1, const void *restrict operand2);

/* Operations and operand types in messages, as a program spells them. */

enum { UPCR_OPS_TEXT = 256 };

/* "UPC_GET | UPC_ADD"; bits without a name as a number. Returns `text`. */
const char *upcr_ops_text(int ops, char text[UPCR_OPS_TEXT]);

/* Ends the job: `function` has no such operation for the type of its operands. `rule`: "
 * (UPC 7.4.3)", or "". */
_Noreturn void upcr_no_such_op(const char *function, int op, const char *rule);

#endif
