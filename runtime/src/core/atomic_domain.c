/* SPDX-License-Identifier: Apache-2.0 */
/* Domains of atomic operations (UPC 7.6). Calls that make and free domains are collective, so each
 * thread assigns the same numbers without communication. */
#include <stdio.h>
#include <upc_types.h>

#include "../base/atomics.h"
#include "../base/log.h"
#include "atomic.h"
#include "library.h"

enum {
  ACCESSORS = UPCR_GET | UPCR_SET | UPCR_CSWAP,
  BITWISE = UPC_AND | UPC_OR | UPC_XOR,
  NUMERIC = UPC_ADD | UPCR_SUB | UPC_MULT | UPCR_INC | UPCR_DEC | UPC_MAX | UPC_MIN
};

static enum upcr_shape shape_of(int type) {
  switch (type) {
  case UPC_INT:
  case UPC_INT32:
    return UPCR_SHAPE_I32;
  case UPC_UINT:
  case UPC_UINT32:
    return UPCR_SHAPE_U32;
  case UPC_LONG:
  case UPC_INT64:
    return UPCR_SHAPE_I64;
  case UPC_ULONG:
  case UPC_UINT64:
    return UPCR_SHAPE_U64;
  case UPC_FLOAT:
    return UPCR_SHAPE_F32;
  case UPC_DOUBLE:
    return UPCR_SHAPE_F64;
  case UPC_PTS:
    return UPCR_SHAPE_PTS;
  default:
    return UPCR_SHAPE_NONE;
  }
}

static int permitted(enum upcr_shape shape) {
  switch (shape) {
  case UPCR_SHAPE_NONE:
    return 0;
  case UPCR_SHAPE_PTS:
    return ACCESSORS;
  case UPCR_SHAPE_F32:
  case UPCR_SHAPE_F64:
    return ACCESSORS | NUMERIC;
  default:
    return ACCESSORS | NUMERIC | BITWISE;
  }
}

static unsigned number_of(upcr_pts_t domain) { return (unsigned)(domain >> 22) % UPCR_DOMAINS; }

static upcr_pts_t domain_of(unsigned number, int type, int ops) {
  return UPCR_DOMAIN_MARK << 36 | (unsigned long)number << 22 |
         (unsigned long)shape_of(type) << 17 | (unsigned long)ops;
}

static const char *const TYPES[] = {
    [UPC_CHAR] = "UPC_CHAR",     [UPC_UCHAR] = "UPC_UCHAR",   [UPC_SHORT] = "UPC_SHORT",
    [UPC_USHORT] = "UPC_USHORT", [UPC_INT] = "UPC_INT",       [UPC_UINT] = "UPC_UINT",
    [UPC_LONG] = "UPC_LONG",     [UPC_ULONG] = "UPC_ULONG",   [UPC_LLONG] = "UPC_LLONG",
    [UPC_ULLONG] = "UPC_ULLONG", [UPC_INT8] = "UPC_INT8",     [UPC_UINT8] = "UPC_UINT8",
    [UPC_INT16] = "UPC_INT16",   [UPC_UINT16] = "UPC_UINT16", [UPC_INT32] = "UPC_INT32",
    [UPC_UINT32] = "UPC_UINT32", [UPC_INT64] = "UPC_INT64",   [UPC_UINT64] = "UPC_UINT64",
    [UPC_FLOAT] = "UPC_FLOAT",   [UPC_DOUBLE] = "UPC_DOUBLE", [UPC_LDOUBLE] = "UPC_LDOUBLE",
    [UPC_PTS] = "UPC_PTS",
};

/* "UPC_INT32". */
static const char *type_text(int type) {
  const int types = (int)(sizeof TYPES / sizeof *TYPES);
  return type > 0 && type < types ? TYPES[type] : "that <upc_types.h> does not have";
}

/* `wrong`: the operations of `ops` that are not permitted; 0: ops is 0. */
static _Noreturn void not_permitted(int type, int ops, int wrong) {
  char all[UPCR_OPS_TEXT], which[UPCR_OPS_TEXT];
  if (ops == 0)
    upcr_fatal("upc_all_atomicdomain_alloc: no operation is given: name them, as in UPC_GET | "
               "UPC_ADD (UPC 7.6)");
  upcr_fatal(
      "upc_all_atomicdomain_alloc: of the operations %s, %s %s not permitted for type %s (UPC 7.6)",
      upcr_ops_text(ops, all), upcr_ops_text(wrong, which), wrong & (wrong - 1) ? "are" : "is",
      type_text(type));
}

static void check_domain(int type, int ops) {
  enum upcr_shape shape = shape_of(type);
  if (shape == UPCR_SHAPE_NONE)
    upcr_fatal("upc_all_atomicdomain_alloc: type %s has no atomic operations (UPC 7.6)",
               type_text(type));
  if (ops == 0 || (ops & ~permitted(shape)))
    not_permitted(type, ops, ops & ~permitted(shape));
}

/* The numbers in use, the same in every thread. Number 0 is for domains of one call. */
static UPCR_PER_THREAD uint64_t taken[UPCR_DOMAINS / 64];
static UPCR_PER_THREAD unsigned last_taken;

static bool is_taken(unsigned number) { return taken[number / 64] >> number % 64 & 1; }
static void flip(unsigned number) { taken[number / 64] ^= 1ul << number % 64; }

/* Round robin, so that a freed number is not used again soon. */
static unsigned free_number(void) {
  for (unsigned tries = 1; tries < UPCR_DOMAINS; tries++) {
    unsigned number = (last_taken + tries) % UPCR_DOMAINS;
    if (number != 0 && !is_taken(number))
      return number;
  }
  upcr_fatal(
      "upc_all_atomicdomain_alloc: there are %d domains already, the most that there can be: "
      "free domains that are no longer used",
      UPCR_DOMAINS - 1);
}

bool upcr_domain_is_free(upcr_pts_t domain) {
  return number_of(domain) != 0 && !is_taken(number_of(domain));
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
  if (!upcr_is_domain(ptr))
    upcr_fatal("upc_all_atomicdomain_free of a pointer that is no atomicity domain (UPC 7.6)");
  if (!is_taken(number_of(ptr)))
    upcr_fatal("upc_all_atomicdomain_free of an atomicity domain that is free already (UPC 7.6)");
  flip(number_of(ptr));
}

int upc_atomic_isfast(int type, int ops, upcr_ppts_t addr) {
  return (ops & ~permitted(shape_of(type))) == 0 && addr.p != 0 && upcr_near(addr.p) != 0;
}

/* The names of operations and of operand types, as a program spells them. */

static const char *const OPERATIONS[UPCR_ATOMIC_OPS] = {
    "UPC_ADD",   "UPC_MULT",  "UPC_AND", "UPC_OR",   "UPC_XOR",          "UPC_LOGAND",
    "UPC_LOGOR", "UPC_MIN",   "UPC_MAX", "UPC_FUNC", "UPC_NONCOMM_FUNC", "UPC_GET",
    "UPC_SET",   "UPC_CSWAP", "UPC_SUB", "UPC_INC",  "UPC_DEC"};

const char *upcr_ops_text(int ops, char text[UPCR_OPS_TEXT]) {
  unsigned left = (unsigned)ops;
  size_t used = 0;
  text[0] = 0;
  for (int bit = 0; bit < UPCR_ATOMIC_OPS; bit++)
    if (left >> bit & 1) {
      used += (size_t)snprintf(text + used, UPCR_OPS_TEXT - used, "%s%s", used ? " | " : "",
                               OPERATIONS[bit]);
      left &= ~(1u << bit);
    }
  if (left != 0 || ops == 0)
    snprintf(text + used, UPCR_OPS_TEXT - used, "%s%#x", used ? " | " : "", left);
  return text;
}

_Noreturn void upcr_no_such_op(const char *function, int op, const char *rule) {
  char name[UPCR_OPS_TEXT];
  upcr_fatal("%s: operation %s is not one for this type%s", function, upcr_ops_text(op, name),
             rule);
}
