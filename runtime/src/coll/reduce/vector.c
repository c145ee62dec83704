/* SPDX-License-Identifier: Apache-2.0 */
#include "vector.h"

#include <string.h>

#include "../copies.h"
#include "../patterns/schedule.h"
#include "reduction.h"
#include "../constants.h"

size_t upcr_element_size(const struct upcr_call *call) { return call->reduction->type->size; }

size_t upcr_slice_first(const struct upcr_call *call, int t) {
  return upcr_even_first(call->reduction->nelems, upcr_self.threads, t) * upcr_element_size(call);
}

void upcr_slices_begin(const struct upcr_call *call) {
  for (int k = 1; k < upcr_self.threads; k++)
    upcr_allow(call, upcr_before(k));
  for (int k = 1; k < upcr_self.threads; k++)
    upcr_await_allowed(call, upcr_after(k));
}

void upcr_slices_end(const struct upcr_call *call) {
  for (int k = 1; k < upcr_self.threads; k++)
    upcr_report(call, upcr_after(k));
  for (int k = 1; k < upcr_self.threads; k++)
    upcr_await_report(call, upcr_before(k));
}

void upcr_expect_vectors(const struct upcr_call *call, size_t at, size_t n) {
  for (int k = 1; k < upcr_self.threads; k++)
    upcr_expect(upcr_part(call->src, upcr_after(k), at), n);
}

/* Where vectors are combined, chunk by chunk. */
struct room {
  size_t chunk;
  char *result; /* of `chunk` bytes */
  char *other;  /* the same for a far vector; 0: there is none */
};

/* Memory that the thread keeps. */
static struct room room_for_far(void) {
  char **kept = &upcr_coll_state.far_vectors;
  if (!*kept)
    *kept = upcr_kept_memory(2 * (size_t)UPCR_FAR_CHUNK_BYTES, "far vectors");
  return (struct room){UPCR_FAR_CHUNK_BYTES, *kept, *kept + UPCR_FAR_CHUNK_BYTES};
}

static bool is_far(upcr_pts_t p) { return !upcr_reach(p); }

/* result[i] = result[i] op v[i] */
static void combine(const struct upcr_reduction *r, const struct room *room, upcr_pts_t v,
                    size_t n) {
  const void *here = upcr_reach(v);
  if (!here) {
    upcr_getb(room->other, v, n);
    here = room->other;
  }
  r->type->combine(r, room->result, here, n / r->type->size);
}

static size_t least(size_t a, size_t b) { return a < b ? a : b; }

/* The same of all vectors, straight to where it belongs: all are mapped, and `to` has nothing in
 * common with them. */
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

static bool is_any_far(const struct upcr_call *call) {
  for (int t = 0; t < upcr_self.threads; t++)
    if (is_far(upcr_part(call->src, t, 0)))
      return true;
  return false;
}

/* The same by a buffer, wherever they are. */
static void fold_by_buffer(const struct upcr_call *call, size_t at, size_t n, upcr_pts_t to) {
  _Alignas(16) char near[UPCR_CHUNK_BYTES];
  struct room room = is_any_far(call) ? room_for_far() : (struct room){UPCR_CHUNK_BYTES, near, 0};
  for (size_t done = 0, chunk; done < n; done += chunk) {
    chunk = least(n - done, room.chunk);
    upcr_getb(room.result, upcr_part(call->src, 0, at + done), chunk);
    for (int t = 1; t < upcr_self.threads; t++)
      combine(call->reduction, &room, upcr_part(call->src, t, at + done), chunk);
    upcr_write(to + done, room.result, chunk);
  }
}

void upcr_fold_vectors(const struct upcr_call *call, size_t at, size_t n, upcr_pts_t to) {
  bool in_place = to == upcr_part(call->src, (int)upcr_thread(to), at);
  if (upcr_self.threads == 1 || in_place || !upcr_call_all_mapped()) {
    fold_by_buffer(call, at, n, to);
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

void upcr_combine_vectors(const struct upcr_call *call, upcr_pts_t to, upcr_pts_t a, upcr_pts_t b,
                          size_t n) {
  _Alignas(16) char near[UPCR_CHUNK_BYTES];
  bool far = is_far(to) || is_far(a) || is_far(b);
  struct room room = far ? room_for_far() : (struct room){UPCR_CHUNK_BYTES, near, 0};
  for (size_t done = 0, chunk; done < n; done += chunk) {
    chunk = least(n - done, room.chunk);
    upcr_getb(room.result, a + done, chunk);
    combine(call->reduction, &room, b + done, chunk);
    upcr_write(to + done, room.result, chunk);
  }
}
