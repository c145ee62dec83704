/* Computation (UPC 7.4.3): reduce and prefix reduce, flat.
 *
 * reduce with a commutative operation: every thread folds its own elements, the thread of the result folds the partial
 * results. With UPC_NONCOMM_FUNC, and in prefix reduce, one thread goes through all elements in order, block by block. */
#include <stdbool.h>
#include <string.h>
#include <upc_types.h>

#include "../base/log.h"
#include "../core/library.h"
#include "../core/remote.h"
#include "sync.h"

/* The operations that <upc_collective.h> adds to <upc_types.h>. */
enum { OP_FUNC = 512, OP_NONCOMM_FUNC = 1024 };

enum {
  BITWISE = UPC_AND | UPC_OR | UPC_XOR,
  ALL_OPS = UPC_ADD | UPC_MULT | BITWISE | UPC_LOGAND | UPC_LOGOR | UPC_MIN | UPC_MAX | OP_FUNC | OP_NONCOMM_FUNC,
  CHUNK_BYTES = 4096 /* of elements moved at once by a thread that goes through all */
};

static void check_op(int op, bool integral, bool has_func, const char *what) {
  if (op <= 0 || (op & (op - 1)) || (op & ~ALL_OPS) || (!integral && (op & BITWISE)))
    upcr_fatal("%s: operation %#x is not one for this type (UPC 7.4.3)", what, (unsigned)op);
  if ((op & (OP_FUNC | OP_NONCOMM_FUNC)) && !has_func)
    upcr_fatal("%s: UPC_FUNC and UPC_NONCOMM_FUNC need a function (UPC 7.4.3)", what);
}

static struct upcr_coll make_call(enum upcr_collective which, int flags, upcr_ppts_t dst, upcr_ppts_t src, int op,
                                  size_t nelems, size_t blk_size) {
  struct upcr_coll call = upcr_coll_call(which, flags, dst, src, nelems);
  call.arguments = upcr_digest(upcr_digest(call.arguments, (unsigned)op), blk_size);
  return call;
}

/* The elements of one view of an array: blk_size elements a block, from any thread and phase; 0: all on one thread. */
struct view {
  upcr_ppts_t start;
  size_t blk_size, elem_size, nelems;
};

static struct view make_view(upcr_ppts_t start, size_t nelems, size_t blk_size, size_t elem_size) {
  start.phase = blk_size ? start.phase % blk_size : 0;
  return (struct view){start, blk_size, elem_size, nelems};
}

/* The results of prefix reduce lie where the elements do. */
static void check_alike(const struct view *src, const struct view *dst) {
  if (upcr_thread(src->start.p) != upcr_thread(dst->start.p) || src->start.phase != dst->start.phase)
    upcr_fatal("upc_all_prefix_reduce: src and dst start on threads %lu and %lu, with phases %lu and %lu; they must be "
               "alike (UPC 7.4.3.1)",
               upcr_thread(src->start.p), upcr_thread(dst->start.p), src->start.phase, dst->start.phase);
}

/* Address of element i, and how many from there lie one after the other. */
static upcr_pts_t run_at(const struct view *view, size_t i, size_t *length) {
  *length = view->nelems - i;
  if (view->blk_size == 0)
    return view->start.p + i * view->elem_size;
  upcr_ppts_t at = upcr_addb(view->start, (long)i, view->blk_size, view->elem_size);
  if (view->blk_size - at.phase < *length)
    *length = view->blk_size - at.phase;
  return at.p;
}

/* The first element at or after i of the calling thread, i the first of a run, or nelems. */
static size_t next_own(const struct view *view, size_t i) {
  while (i < view->nelems) {
    size_t length;
    upcr_pts_t at = run_at(view, i, &length);
    if (upcr_thread(at) == (unsigned long)upcr_self.mythread)
      return i;
    /* Own blocks are THREADS blocks apart: skip to the next one. */
    size_t threads = (size_t)upcr_self.threads;
    size_t blocks = ((size_t)upcr_self.mythread + threads - upcr_thread(at)) % threads;
    i = view->blk_size == 0 ? view->nelems : i + length + (blocks - 1) * view->blk_size;
  }
  return view->nelems;
}

#define SUFFIX C
#define TYPE signed char
#define INTEGRAL 1
#include "reduce_type.h"

#define SUFFIX UC
#define TYPE unsigned char
#define INTEGRAL 1
#include "reduce_type.h"

#define SUFFIX S
#define TYPE short
#define INTEGRAL 1
#include "reduce_type.h"

#define SUFFIX US
#define TYPE unsigned short
#define INTEGRAL 1
#include "reduce_type.h"

#define SUFFIX I
#define TYPE int
#define INTEGRAL 1
#include "reduce_type.h"

#define SUFFIX UI
#define TYPE unsigned int
#define INTEGRAL 1
#include "reduce_type.h"

#define SUFFIX L
#define TYPE long
#define INTEGRAL 1
#include "reduce_type.h"

#define SUFFIX UL
#define TYPE unsigned long
#define INTEGRAL 1
#include "reduce_type.h"

#define SUFFIX F
#define TYPE float
#define INTEGRAL 0
#include "reduce_type.h"

#define SUFFIX D
#define TYPE double
#define INTEGRAL 0
#include "reduce_type.h"

#define SUFFIX LD
#define TYPE long double
#define INTEGRAL 0
#include "reduce_type.h"
