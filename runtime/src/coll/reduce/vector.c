/* SPDX-License-Identifier: Apache-2.0 */
#include "elements.h"

#include "../copies.h"
#include "../patterns/schedule.h"
#include "reduction.h"
#include "../constants.h"

size_t upcr_element_size(const struct upcr_call *call) { return call->reduction->type->size; }

size_t upcr_slice_first(const struct upcr_call *call, int t) {
  return upcr_even_first(call->reduction->nelems, upcr_self.threads, t) * upcr_element_size(call);
}

void upcr_expect_vectors(const struct upcr_call *call, size_t at, size_t n) {
  for (int k = 1; k < upcr_self.threads; k++)
    upcr_expect(upcr_part(call->src, upcr_after(k), at), n);
}

static size_t least(size_t a, size_t b) { return a < b ? a : b; }

/* to[i] = v_0[i] op v_1[i] ... of the parts of src from `at` on, where all are mapped and `to` has
 * nothing in common with them. */
static void fold_here(const struct upcr_call *call, size_t at, size_t n, char *to) {
  const struct upcr_reduction *r = call->reduction;
  size_t elements = n / r->type->size;
  r->type->zip(r, to, upcr_reach(upcr_part(call->src, 0, at)),
               upcr_reach(upcr_part(call->src, 1, at)), elements);
  for (int t = 2; t < upcr_self.threads; t++)
    r->type->combine(r, to, upcr_reach(upcr_part(call->src, t, at)), elements);
}

/* The same for bytes [done, end) of n, fetching lines of the others ahead. */
static void fold_ahead(const struct upcr_call *call, size_t at, size_t done, size_t end, size_t n,
                       char *to) {
  for (size_t i = done; i < end; i += UPCR_AHEAD_CHUNK) {
    size_t fetched = i ? i + UPCR_AHEAD : 0, until = i + UPCR_AHEAD_CHUNK + UPCR_AHEAD;
    for (int k = 1; k < upcr_self.threads; k++)
      upcr_fetch_lines(upcr_reach(upcr_part(call->src, upcr_after(k), at)), fetched,
                       until < n ? until : n);
    fold_here(call, at + i, end - i < UPCR_AHEAD_CHUNK ? end - i : UPCR_AHEAD_CHUNK, to + i);
  }
}

/* Vectors: n bytes from `at` on of every thread's part of src, or two. */
struct operands {
  const struct upcr_call *call;
  size_t at;
  const upcr_pts_t *two; /* 0: parts of src */
};

static upcr_pts_t operand(const struct operands *o, int i) {
  return o->two ? o->two[i] : upcr_part(o->call->src, i, o->at);
}

static char *memory_for_far(void) {
  char **kept = &upcr_coll_state.far_vectors;
  if (!*kept)
    *kept = upcr_kept_memory(2 * (size_t)UPCR_FAR_CHUNK_BYTES, "far vectors");
  return *kept;
}

/* Folds the operands to n bytes at `to`, wherever they are: in a buffer, to which far ones come by
 * another. */
static void fold_by_buffer(const struct operands *o, size_t n, upcr_pts_t to) {
  _Alignas(16) char near[UPCR_CHUNK_BYTES];
  const struct upcr_reduction *r = o->call->reduction;
  int count = o->two ? 2 : upcr_self.threads;
  bool is_far = !upcr_reach(to);
  for (int i = 0; i < count; i++)
    is_far = is_far || !upcr_reach(operand(o, i));
  char *far = is_far ? memory_for_far() : 0, *result = far ? far : near;
  for (size_t done = 0, chunk; done < n; done += chunk) {
    chunk = least(n - done, is_far ? UPCR_FAR_CHUNK_BYTES : sizeof near);
    upcr_getb(result, operand(o, 0) + done, chunk);
    for (int i = 1; i < count; i++) {
      upcr_pts_t v = operand(o, i) + done;
      const char *here = upcr_reach(v);
      if (!here)
        upcr_getb(far + UPCR_FAR_CHUNK_BYTES, v, chunk);
      r->type->combine(r, result, here ? here : far + UPCR_FAR_CHUNK_BYTES, chunk / r->type->size);
    }
    upcr_write(to + done, result, chunk);
  }
}

void upcr_fold_vectors(const struct upcr_call *call, size_t at, size_t n, upcr_pts_t to) {
  bool in_place = to == upcr_part(call->src, (int)upcr_thread(to), at);
  if (upcr_self.threads == 1 || in_place || !upcr_call_all_mapped()) {
    fold_by_buffer(&(struct operands){call, at, 0}, n, to);
    return;
  }
  for (size_t done = 0, chunk; done < n; done += chunk) {
    chunk = least(n - done, UPCR_CHUNK_BYTES);
    if (upcr_fetches_ahead(n) && n <= UPCR_AHEAD_VECTORS)
      fold_ahead(call, at, done, done + chunk, n, upcr_reach(to));
    else
      fold_here(call, at + done, chunk, upcr_reach(to + done));
  }
}

/* Folds n far bytes into mapped ones: a chunk comes while the one before is folded. */
static void fold_far(const struct upcr_call *call, char *own, upcr_pts_t far, size_t n) {
  const struct upcr_reduction *r = call->reduction;
  char *half[] = {memory_for_far(), memory_for_far() + UPCR_FAR_CHUNK_BYTES};
  size_t chunk = least(n, UPCR_FAR_CHUNK_BYTES);
  upcr_net_handle_t comes = upcr_net->get_nb(half[0], far, chunk, UPCR_MEMORY_HOST);
  for (size_t done = 0, i = 0; done < n; done += UPCR_FAR_CHUNK_BYTES, i++) {
    size_t left = n - done - chunk, next = least(left, UPCR_FAR_CHUNK_BYTES);
    upcr_net->wait(comes);
    comes =
        next ? upcr_net->get_nb(half[(i + 1) % 2], far + done + chunk, next, UPCR_MEMORY_HOST) : 0;
    r->type->combine(r, own + done, half[i % 2], chunk / r->type->size);
    chunk = next;
  }
}

void upcr_combine_vectors(const struct upcr_call *call, upcr_pts_t to, upcr_pts_t a, upcr_pts_t b,
                          size_t n) {
  char *own = to == a ? upcr_reach(to) : 0;
  const char *other = upcr_reach(b);
  if (n == 0)
    return;
  if (own && other)
    call->reduction->type->combine(call->reduction, own, other, n / call->reduction->type->size);
  else if (own)
    fold_far(call, own, b, n);
  else
    fold_by_buffer(&(struct operands){call, 0, (const upcr_pts_t[]){a, b}}, n, to);
}
