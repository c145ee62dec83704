/* Operations that the program defines: a table of each thread's own, by number. */
#include "../base/atomics.h"
#include "../base/log.h"
#include "fold.h"
#include "reduction.h"

enum { FIRST = 1 << 16 /* beyond the bits of <upc_types.h> */, OWN_OPS = 64 };

static UPCR_PER_THREAD struct own_op {
  struct upcr_type type; /* size 0: free */
  upcx_function_t *function;
  bool commutes;
} own[OWN_OPS];

static void combine(const struct upcr_reduction *r, void *acc, const void *v, size_t n) {
  ((upcx_function_t *)r->func)(acc, v, n);
}

int upcx_op_create(size_t elem_size, upcx_function_t *function, int commutes) {
  int i = 0;
  if (elem_size == 0 || elem_size > UPCR_FOLD_CHUNK || !function)
    upcr_fatal("upcx_op_create: an operation has a function, and elements of 1 to %d bytes, not %zu", UPCR_FOLD_CHUNK,
               elem_size);
  while (i < OWN_OPS && own[i].type.size)
    i++;
  if (i == OWN_OPS)
    upcr_fatal("upcx_op_create: there are %d operations already, and no room for more; see upcx_op_free", OWN_OPS);
  own[i] = (struct own_op){{.size = elem_size, .combine = combine}, function, commutes != 0};
  return FIRST + i;
}

bool upcr_own_op(int op, struct upcr_reduction *r) {
  if (op < FIRST || op >= FIRST + OWN_OPS || own[op - FIRST].type.size == 0)
    return false;
  struct own_op *o = &own[op - FIRST];
  *r = (struct upcr_reduction){
      .type = &o->type, .op = o->commutes ? UPCR_OP_FUNC : UPCR_OP_NONCOMM_FUNC, .func = (void (*)(void))o->function};
  return true;
}

void upcx_op_free(int op) {
  struct upcr_reduction r;
  if (!upcr_own_op(op, &r))
    upcr_fatal("upcx_op_free: %#x is no operation that upcx_op_create gave", (unsigned)op);
  own[op - FIRST].type.size = 0;
}
