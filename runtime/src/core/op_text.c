/* SPDX-License-Identifier: Apache-2.0 */
/* The names of operations and of operand types, as a program spells them. */
#include "op_text.h"

#include <stdio.h>
#include <upc_types.h>

#include "../base/log.h"
#include "atomic.h"

static const char *const OPERATIONS[UPCR_ATOMIC_OPS] = {
    "UPC_ADD",   "UPC_MULT",  "UPC_AND", "UPC_OR",   "UPC_XOR",          "UPC_LOGAND",
    "UPC_LOGOR", "UPC_MIN",   "UPC_MAX", "UPC_FUNC", "UPC_NONCOMM_FUNC", "UPC_GET",
    "UPC_SET",   "UPC_CSWAP", "UPC_SUB", "UPC_INC",  "UPC_DEC"};

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

const char *upcr_type_text(int type) {
  const int types = (int)(sizeof TYPES / sizeof *TYPES);
  return type > 0 && type < types ? TYPES[type] : "that <upc_types.h> does not have";
}

_Noreturn void upcr_no_such_op(const char *function, int op, const char *rule) {
  char name[UPCR_OPS_TEXT];
  upcr_fatal("%s: operation %s is not one for this type%s", function, upcr_ops_text(op, name),
             rule);
}
