/* SPDX-License-Identifier: Apache-2.0 */
#include <upc_types.h>

#include "../base/log.h"
#include "../base/text.h"
#include "../check/check.h"
#include "../core/library.h"
#include "../core/atomic.h"
#include "../core/transfer.h"
#include "geometry.h"
#include "reduce/elements.h"
#include "register.h"
#include "choice/select.h"

void upcr_argument_check(enum upcr_collective which, upcr_pts_t pointer, const char *name) {
  if (pointer == 0)
    upcr_fatal("%s: %s is a null pointer-to-shared", upcr_collective_name(which), name);
  if (upcr_thread(pointer) >= (unsigned long)upcr_self.threads)
    upcr_fatal(
        "%s: %s points to thread %lu, of %d threads (not initialised, or moved out of its object)",
        upcr_collective_name(which), name, upcr_thread(pointer), upcr_self.threads);
}

void upcr_extent_check(enum upcr_collective which, struct upcr_extent extent, const char *access) {
  upcr_check_bytes_of(upcr_collective_name(which), extent.start, extent.nbytes, access);
}

/* Ends the job unless each extent lies in one live object and the two do not overlap. `names` names
 * both arguments in messages. */
static void check_extents(enum upcr_collective which, struct upcr_extent src,
                          struct upcr_extent dst, const char *names) {
  upcr_extent_check(which, src, "read");
  upcr_extent_check(which, dst, "write");
  unsigned long common = upcr_check_overlap(src.start, src.nbytes, dst.start, dst.nbytes);
  if (common != 0)
    upcr_fatal("%s: %s overlap by %lu bytes on thread %lu (UPC 7.4)", upcr_collective_name(which),
               names, common, upcr_thread(dst.start));
}

/* The relocalisation functions of <upc_collective.h> (UPC 7.4.2): arguments and their checks.
 *
 * An array viewed as a block on each thread starts on thread 0, phase ignored: thread t's part
 * is at the same offset. The other kind lies on one thread, the root. */

/* True for functions of UPC, false for those of <upcx_collective.h>. */
static bool is_of_standard(const struct upcr_call *call) {
  return !call->team && !upcr_geometry_of(call->which).folds;
}

static void check_array(const struct upcr_call *call, upcr_pts_t array, bool is_on_root,
                        const char *name) {
  upcr_argument_check(call->function, array, name);
  if (!is_on_root && upcr_thread(array) != 0)
    upcr_fatal("%s: %s must point to thread 0%s, not to thread %lu",
               upcr_collective_name(call->function), name,
               is_of_standard(call) ? " (UPC 7.4.2)" : "", upcr_thread(array));
}

static upcr_pts_t own_part(upcr_pts_t array) {
  return upcr_pts_make((unsigned long)upcr_self.mythread, upcr_pts_offset(array));
}

/* Checks the caller's parts of src and dst, for checked code. UPC has no calls of 0 bytes, its
 * extensions have. src and dst of a reduction in place are the same; otherwise they must not
 * overlap. */
static void check_blocks(const struct upcr_call *call) {
  struct upcr_geometry g = upcr_geometry_of(call->which);
  size_t threads = (size_t)upcr_self.threads;
  struct upcr_extent src = {g.from_root ? call->src : own_part(call->src),
                            call->nbytes * (g.src_by_taker ? threads : 1)};
  struct upcr_extent dst = {g.to_root ? call->dst : own_part(call->dst),
                            call->nbytes * (g.dst_by_giver ? threads : 1)};
  if (call->nbytes == 0 && is_of_standard(call))
    upcr_fatal("%s of 0 bytes (UPC 7.4.2)", upcr_collective_name(call->function));
  if (g.folds && !g.src_by_taker && src.start == dst.start)
    upcr_extent_check(call->function, dst, "update");
  else
    check_extents(call->function, src, dst, "src and dst");
}

/* A block of each thread is at most all its shared memory: a larger one is a mistake in the
 * caller's computation, and would be read past the end of what the system has mapped. */
static void check_length(const struct upcr_call *call) {
  if (call->nbytes > upcr_job->segment_stride)
    upcr_refuse_length(upcr_collective_name(call->function), call->nbytes);
}

/* The same for all threads together. An element is at least a byte. */
static void check_count(const struct upcr_reduction *r, const char *name) {
  unsigned long most = (unsigned long)upcr_self.threads * upcr_job->segment_stride;
  if (r->nelems > most)
    upcr_fatal("%s of %zu elements%s: the threads' shared memory has %lu bytes at most (upcrun "
               "-shared-heap changes that)",
               name, r->nelems, upcr_negative(r->nelems), most);
}

/* `more`: the single-valued arguments other than flags, pointers and nbytes, as one word. */
static void run_blocks(struct upcr_call *call, int flags, uint64_t more) {
  struct upcr_geometry g = upcr_geometry_of(call->which);
  upcr_call_enter(call, flags, more);
  check_length(call);
  check_array(call, call->dst, g.to_root, "dst");
  check_array(call, call->src, g.from_root, "src");
  call->root = g.from_root ? (int)upcr_thread(call->src)
               : g.to_root ? (int)upcr_thread(call->dst)
                           : 0;
  if (upcr_check_on())
    check_blocks(call);
  upcr_call_run(call);
}

void upcr_relocate(struct upcr_call *call, int flags) { run_blocks(call, flags, 0); }

#define CALL(name, ...)                                                                            \
  (&(struct upcr_call){.which = UPCR_ALL_##name, .function = UPCR_ALL_##name, __VA_ARGS__})
#define RELOCATE(name, NAME)                                                                       \
  void upc_all_##name(upcr_ppts_t dst, upcr_ppts_t src, size_t nbytes, int flags) {                \
    upcr_relocate(CALL(NAME, .dst = dst.p, .src = src.p, .nbytes = nbytes), flags);                \
  }
RELOCATE(broadcast, BROADCAST)
RELOCATE(scatter, SCATTER)
RELOCATE(gather, GATHER)
RELOCATE(gather_all, GATHER_ALL)
RELOCATE(exchange, EXCHANGE)

/* 7.4.2.6p4: the thread's element and its block of dst. */
static void check_perm(const struct upcr_call *call) {
  struct upcr_extent element = {upcr_add1(call->perm, upcr_self.mythread, sizeof(int)),
                                sizeof(int)};
  check_extents(call->which, element, (struct upcr_extent){own_part(call->dst), call->nbytes},
                "perm and dst");
}

void upc_all_permute(upcr_ppts_t dst, upcr_ppts_t src, upcr_pts_t perm, size_t nbytes, int flags) {
  struct upcr_call *call =
      CALL(PERMUTE, .dst = dst.p, .src = src.p, .perm = perm, .nbytes = nbytes);
  check_array(call, perm, false, "perm");
  if (upcr_check_on())
    check_perm(call);
  upcr_relocate(call, flags);
}

static void check_op(const struct upcr_reduction *r, const char *name) {
  bool is_func = r->op == UPCR_OP_FUNC || r->op == UPCR_OP_NONCOMM_FUNC;
  if (!is_func && !upcr_type_has(r->type, r->op))
    upcr_no_such_op(name, r->op, " (UPC 7.4.3)");
  if (is_func && !r->func)
    upcr_fatal("%s: UPC_FUNC and UPC_NONCOMM_FUNC need a function (UPC 7.4.3)", name);
}

/* The results of prefix reduce lie where the elements do, if the program keeps to UPC 7.4.3.1.
 * Other programs rely on correct results too: in unchecked code the one algorithm without this
 * requirement serves them. */
static bool is_alike(const struct upcr_reduction *r) {
  return upcr_thread(r->src.p) == upcr_thread(r->dst.p) && r->src.phase == r->dst.phase;
}

static void run_unlike(struct upcr_call *call) {
  const struct upcr_reduction *r = call->reduction;
  if (upcr_check_on())
    upcr_fatal("%s: src and dst start on threads %lu and %lu, with phases %lu and %lu; they must "
               "be equal (UPC 7.4.3.1)",
               upcr_collective_name(call->function), upcr_thread(r->src.p), upcr_thread(r->dst.p),
               r->src.phase, r->dst.phase);
  upcr_call_run_by(call, upcr_algorithm_find(UPCR_ALL_PREFIX_REDUCE, "slices"));
}

/* Checks the caller's elements, for checked code; reduce's dst is checked by the thread on which it
 * lies. */
static void check_elements(const struct upcr_call *call, const struct upcr_reduction *r) {
  struct upcr_elements of_src = upcr_elements_of(r), of_dst = of_src;
  struct upcr_extent src = upcr_extent_of(&of_src, upcr_self.mythread), dst = {r->dst.p, 0};
  of_dst.start = r->dst;
  if (call->which == UPCR_ALL_PREFIX_REDUCE)
    dst = upcr_extent_of(&of_dst, upcr_self.mythread);
  else if (upcr_thread(r->dst.p) == (unsigned long)upcr_self.mythread)
    dst.nbytes = r->type->size;
  check_extents(call->function, src, dst, "src and dst");
}

/* Usually below blk_size, which saves a division. */
static size_t phase_in(upcr_ppts_t start, size_t blk_size) {
  if (blk_size == 0 || start.phase < blk_size)
    return blk_size == 0 ? 0 : start.phase;
  return start.phase % blk_size;
}

static void set_operands(struct upcr_call *call, const struct upcr_reduction *r) {
  call->dst = r->dst.p;
  call->src = r->src.p;
  call->nbytes = r->nelems * r->type->size;
  call->reduction = r;
}

void upcr_compute_call(struct upcr_call *call, struct upcr_reduction *reduction, int flags,
                       const char *name) {
  struct upcr_reduction *r = reduction;
  r->src.phase = phase_in(r->src, r->blk_size);
  r->dst.phase = phase_in(r->dst, r->blk_size);
  set_operands(call, r);
  call->root = (int)upcr_thread(r->dst.p);
  check_op(r, name);
  check_count(r, name);
  upcr_call_enter(call, flags,
                  ((uint64_t)r->blk_size * 0x9e3779b97f4a7c15u ^ r->src.phase) + (unsigned)r->op);
  upcr_argument_check(call->function, r->src.p, "src");
  upcr_argument_check(call->function, r->dst.p, "dst");
  if (call->which == UPCR_ALL_PREFIX_REDUCE && !is_alike(r))
    return run_unlike(call);
  if (upcr_check_on())
    check_elements(call, r);
  upcr_call_run(call);
}

/* The functions of <upcx_collective.h>: arguments and their checks. */

static void check_type(const struct upcr_call *call, const struct upcr_type *type, int op) {
  const char *name = upcr_collective_name(call->function);
  if (!type)
    upcr_fatal("%s: this type has no operations; there are UPC_CHAR to UPC_LDOUBLE", name);
  if (!upcr_type_has(type, op))
    upcr_no_such_op(name, op, "");
}

void upcr_reduce_vectors(struct upcr_call *call, const struct upcr_reduction *r, int type,
                         int flags) {
  check_type(call, r->type, r->op);
  set_operands(call, r);
  run_blocks(call, flags, (uint64_t)type << 32 | (unsigned)r->op);
}

#define REDUCE(name, NAME)                                                                         \
  void upcx_all_##name(upcr_ppts_t dst, upcr_ppts_t src, int type, int op, size_t nelems,          \
                       int flags) {                                                                \
    struct upcr_reduction r = {                                                                    \
        .type = upcr_type_of(type), .op = op, .nelems = nelems, .src = src, .dst = dst};           \
    upcr_reduce_vectors(CALL(NAME, .reduction = &r), &r, type, flags);                             \
  }
REDUCE(reduce_all, REDUCE_ALL)
REDUCE(reduce_scatter, REDUCE_SCATTER)
REDUCE(reduce_vector, REDUCE_VECTOR)
