/* SPDX-License-Identifier: Apache-2.0 */
/* Value-based collectives of <bupc_collectivev.h>. */
#include <stdbool.h>
#include <string.h>

#include "../base/log.h"
#include "../coll/reduce/reduction.h"
#include "../core/atomic.h"
#include "bupc_library.h"
#include "value_call.h"

enum kind {
  BROADCAST,
  SCATTER,
  GATHER,
  GATHER_ALL,
  EXCHANGE,
  PERMUTE,
  REDUCE,
  REDUCE_ALL,
  PREFIX_REDUCE
};

/* The single-valued arguments without the size, packed for the check that they are equal. */
static uint64_t arguments(enum kind kind, int root, int type, int op) {
  return (uint64_t)kind << 60 | (uint64_t)(unsigned)type << 48 | (uint64_t)(unsigned)op << 32 |
         (unsigned)root;
}

static void check_thread(int thread, const char *what) {
  if (thread < 0 || thread >= upcr_self.threads)
    upcr_fatal("%s: there is no thread %d: threads are 0 to %d", what, thread,
               upcr_self.threads - 1);
}

void upcr_allv_broadcast(void *value, size_t size, int root) {
  check_thread(root, "bupc_allv_broadcast");
  struct upcr_value_call call = upcr_value_enter(size, arguments(BROADCAST, root, 0, 0));
  if (upcr_self.mythread == root) {
    upcr_value_give(&call, value);
  } else {
    upcr_value_give_none(&call);
    upcr_value_take(&call, value, root, 0, size);
  }
  upcr_value_leave(&call);
}

void upcr_allv_scatter(void *value, size_t size, int root, const void *rootsrc) {
  size_t own = size * (size_t)upcr_self.mythread;
  check_thread(root, "bupc_allv_scatter");
  struct upcr_value_call call =
      upcr_value_enter(size * (size_t)upcr_self.threads, arguments(SCATTER, root, 0, 0));
  if (upcr_self.mythread == root) {
    upcr_value_give(&call, rootsrc);
    memcpy(value, (const char *)rootsrc + own, size);
  } else {
    upcr_value_give_none(&call);
    upcr_value_take(&call, value, root, own, size);
  }
  upcr_value_leave(&call);
}

/* Stores the values of all threads in order; the caller's value comes from `own`. */
static void collect(const struct upcr_value_call *call, void *dst, const void *own) {
  for (int t = 0; t < upcr_self.threads; t++) {
    char *to = (char *)dst + call->size * (size_t)t;
    if (t == upcr_self.mythread)
      memcpy(to, own, call->size);
    else
      upcr_value_take(call, to, t, 0, call->size);
  }
}

void *upcr_allv_gather(const void *value, size_t size, int root, void *rootdst) {
  check_thread(root, "bupc_allv_gather");
  struct upcr_value_call call = upcr_value_enter(size, arguments(GATHER, root, 0, 0));
  if (upcr_self.mythread == root) {
    upcr_value_give_none(&call);
    collect(&call, rootdst, value);
  } else {
    upcr_value_give_to(&call, root, value);
  }
  upcr_value_leave(&call);
  return rootdst;
}

void *upcr_allv_gather_all(const void *value, size_t size, void *dst) {
  struct upcr_value_call call = upcr_value_enter(size, arguments(GATHER_ALL, 0, 0, 0));
  upcr_value_give(&call, value);
  collect(&call, dst, value);
  upcr_value_leave(&call);
  return dst;
}

void *upcr_allv_exchange(const void *src, size_t size, void *dst) {
  size_t all = size * (size_t)upcr_self.threads, mine = size * (size_t)upcr_self.mythread;
  struct upcr_value_call call = upcr_value_enter(all, arguments(EXCHANGE, 0, 0, 0));
  upcr_value_give(&call, src);
  for (int t = 0; t < upcr_self.threads; t++)
    upcr_value_take(&call, (char *)dst + size * (size_t)t, t, mine, size);
  upcr_value_leave(&call);
  return dst;
}

void upcr_allv_permute(void *value, size_t size, int tothread) {
  check_thread(tothread, "bupc_allv_permute");
  struct upcr_value_call call = upcr_value_enter(size, arguments(PERMUTE, 0, 0, 0));
  upcr_value_pass(&call, tothread, value, value);
  upcr_value_leave(&call);
}

/* A reduction of one element. */
static struct upcr_reduction checked(int type, int op, const char *what) {
  const struct upcr_type *known = upcr_type_of(type);
  if (!known)
    upcr_fatal("%s: this type has no operations; arithmetic types other than _Bool have", what);
  if (!upcr_type_has(known, op))
    upcr_no_such_op(what, op, "");
  return (struct upcr_reduction){.type = known, .op = op, .nelems = 1};
}

/* Folds the values of threads 0 to last, in order. `value` holds the caller's value, then the
 * result. */
static void fold(const struct upcr_value_call *call, const struct upcr_reduction *r, void *value,
                 int last) {
  _Alignas(16) unsigned char own[16], other[16];
  memcpy(own, value, call->size);
  for (int t = 0; t <= last; t++) {
    bool is_own = t == upcr_self.mythread;
    if (!is_own)
      upcr_value_take(call, other, t, 0, call->size);
    if (t == 0)
      memcpy(value, is_own ? own : other, call->size);
    else
      r->type->combine(r, value, value, is_own ? own : other, 1);
  }
}

void upcr_allv_reduce(void *value, size_t size, int type, int op, int root) {
  struct upcr_reduction r = checked(type, op, "bupc_allv_reduce");
  check_thread(root, "bupc_allv_reduce");
  struct upcr_value_call call = upcr_value_enter(size, arguments(REDUCE, root, type, op));
  if (upcr_self.mythread == root) {
    upcr_value_give_none(&call);
    fold(&call, &r, value, upcr_self.threads - 1);
  } else {
    upcr_value_give_to(&call, root, value);
  }
  upcr_value_leave(&call);
}

void upcr_allv_reduce_all(void *value, size_t size, int type, int op) {
  struct upcr_reduction r = checked(type, op, "bupc_allv_reduce_all");
  struct upcr_value_call call = upcr_value_enter(size, arguments(REDUCE_ALL, 0, type, op));
  upcr_value_give(&call, value);
  fold(&call, &r, value, upcr_self.threads - 1);
  upcr_value_leave(&call);
}

void upcr_allv_prefix_reduce(void *value, size_t size, int type, int op) {
  struct upcr_reduction r = checked(type, op, "bupc_allv_prefix_reduce");
  struct upcr_value_call call = upcr_value_enter(size, arguments(PREFIX_REDUCE, 0, type, op));
  upcr_value_give(&call, value);
  fold(&call, &r, value, upcr_self.mythread);
  upcr_value_leave(&call);
}
