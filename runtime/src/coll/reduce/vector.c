#include "vector.h"

#include <string.h>

#include "../edge.h"
#include "../patterns/schedule.h"
#include "reduction.h"

enum {
  CHUNK_BYTES = 4096, /* of vectors combined at once: they stay in the first cache */
  AHEAD_MOST =
      64 << 10 /* bytes of each vector up to which lines are fetched ahead: all vectors share the second cache */
};

size_t upcr_element_size(const struct upcr_call *call) { return call->reduction->type->size; }

size_t upcr_slice_first(const struct upcr_call *call, int t) {
  return upcr_even_first(call->reduction->nelems, upcr_self.threads, t) * upcr_element_size(call);
}

void upcr_slices_begin(const struct upcr_call *call) {
  for (int k = 1; k < upcr_self.threads; k++)
    upcr_allow(call, upcr_after(upcr_self.threads - k));
  for (int k = 1; k < upcr_self.threads; k++)
    upcr_await_allowed(call, upcr_after(k));
}

void upcr_slices_end(const struct upcr_call *call) {
  for (int k = 1; k < upcr_self.threads; k++)
    upcr_report(call, upcr_after(k));
  for (int k = 1; k < upcr_self.threads; k++)
    upcr_await_report(call, upcr_after(upcr_self.threads - k));
}

void upcr_expect_vectors(const struct upcr_call *call, size_t at, size_t n) {
  for (int k = 1; k < upcr_self.threads; k++)
    upcr_expect(upcr_part(call->src, upcr_after(k), at), n);
}

/* acc[i] = acc[i] op v[i]; v may be far. */
static void combine(const struct upcr_reduction *r, void *acc, upcr_pts_t v, size_t n) {
  _Alignas(16) char buffer[CHUNK_BYTES];
  const void *here = upcr_reach(v);
  if (!here) {
    upcr_getb(buffer, v, n);
    here = buffer;
  }
  r->type->combine(r, acc, here, n / r->type->size);
}

static size_t chunk_of(size_t n) { return n < CHUNK_BYTES ? n : CHUNK_BYTES; }

/* The same of all vectors, straight to where it belongs: all are mapped, and `to` has nothing in common with them. */
static void fold_here(const struct upcr_call *call, size_t at, size_t n, char *to) {
  const struct upcr_reduction *r = call->reduction;
  size_t elements = n / r->type->size;
  r->type->zip(r, to, upcr_reach(upcr_part(call->src, 0, at)), upcr_reach(upcr_part(call->src, 1, at)), elements);
  for (int t = 2; t < upcr_self.threads; t++)
    r->type->combine(r, to, upcr_reach(upcr_part(call->src, t, at)), elements);
}

/* The same for bytes [done, end) of n, fetching lines of the others ahead. */
static void fold_ahead(const struct upcr_call *call, size_t at, size_t done, size_t end, size_t n, char *to) {
  for (size_t i = done; i < end; i += UPCR_AHEAD_CHUNK) {
    size_t fetched = i ? i + UPCR_AHEAD : 0, until = i + UPCR_AHEAD_CHUNK + UPCR_AHEAD;
    for (int k = 1; k < upcr_self.threads; k++)
      upcr_fetch_lines(upcr_reach(upcr_part(call->src, upcr_after(k), at)), fetched, until < n ? until : n);
    fold_here(call, at + i, end - i < UPCR_AHEAD_CHUNK ? end - i : UPCR_AHEAD_CHUNK, to + i);
  }
}

/* The same by a buffer, wherever they are. */
static void fold_by_buffer(const struct upcr_call *call, size_t at, size_t n, upcr_pts_t to) {
  _Alignas(16) char acc[CHUNK_BYTES];
  upcr_getb(acc, upcr_part(call->src, 0, at), n);
  for (int t = 1; t < upcr_self.threads; t++)
    combine(call->reduction, acc, upcr_part(call->src, t, at), n);
  upcr_write(to, acc, n);
}

void upcr_fold_vectors(const struct upcr_call *call, size_t at, size_t n, upcr_pts_t to) {
  bool in_place = to == upcr_part(call->src, (int)upcr_thread(to), at);
  bool here = upcr_self.threads > 1 && !in_place && upcr_call_all_mapped();
  for (size_t done = 0, chunk; done < n; done += chunk) {
    chunk = chunk_of(n - done);
    if (!here)
      fold_by_buffer(call, at + done, chunk, to + done);
    else if (upcr_fetches_ahead(n) && n <= AHEAD_MOST)
      fold_ahead(call, at, done, done + chunk, n, upcr_reach(to));
    else
      fold_here(call, at + done, chunk, upcr_reach(to + done));
  }
}

void upcr_combine_vectors(const struct upcr_call *call, upcr_pts_t to, upcr_pts_t a, upcr_pts_t b, size_t n) {
  _Alignas(16) char acc[CHUNK_BYTES];
  for (size_t done = 0, chunk; done < n; done += chunk) {
    chunk = chunk_of(n - done);
    upcr_getb(acc, a + done, chunk);
    combine(call->reduction, acc, b + done, chunk);
    upcr_write(to + done, acc, chunk);
  }
}
