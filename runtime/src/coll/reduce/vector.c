/* SPDX-License-Identifier: Apache-2.0 */
#include "elements.h"

#include <string.h>

#include "../copies.h"
#include "../patterns/schedule.h"
#include "reduction.h"
#include "../constants.h"

size_t upcr_element_size(const struct upcr_call *call) { return call->reduction->type->size; }

size_t upcr_slice_first(const struct upcr_call *call, int t) {
  return upcr_even_first(call->reduction->nelems, upcr_self.threads, t) * upcr_element_size(call);
}

/* Two chunks that come in turns, and one in which vectors are combined. */
static char *memory_for_far(void) {
  return UPCR_KEPT(far_vectors, 3 * (size_t)UPCR_FAR_CHUNK_BYTES, "far vectors");
}

/* The chunks of `most` bytes, of n, of the parts of an array on threads [first, end) that are far,
 * in the order in which they are combined. The next one comes while the caller combines one: `room`
 * is for two. */
struct far_chunks {
  upcr_pts_t array;
  int first, end;
  size_t n, most, done;
  char *room;
  int thread; /* whose chunk at `done` comes, or was the last */
  unsigned half;
  upcr_net_handle_t comes;
};

static void fetch_next(struct far_chunks *f) {
  do {
    if (++f->thread < f->end)
      continue;
    f->thread = f->first;
    f->done += f->most;
  } while (f->done < f->n && upcr_reach(upcr_part(f->array, f->thread, 0)));
  if (f->done < f->n)
    f->comes =
        upcr_net->get_nb(f->room + f->half * f->most, upcr_part(f->array, f->thread, f->done),
                         upcr_least(f->n - f->done, f->most), UPCR_MEMORY_HOST);
}

static struct far_chunks far_chunks_of(upcr_pts_t array, int first, int end, size_t n, char *room,
                                       size_t most) {
  struct far_chunks f = {array, first, end, n, most, .room = room, .thread = first - 1};
  fetch_next(&f);
  return f;
}

static const char *take_far_chunk(struct far_chunks *f) {
  const char *came = f->room + f->half * f->most;
  f->half ^= 1;
  upcr_net->wait(f->comes);
  fetch_next(f);
  return came;
}

static bool is_any_far(const struct upcr_call *call) {
  if (upcr_call_all_mapped())
    return false;
  for (int t = 0; t < upcr_self.threads; t++)
    if (!upcr_reach(upcr_part(call->src, t, 0)))
      return true;
  return false;
}

/* n bytes at `at` of all vectors to `result`. A far chunk's memory is used again after the next. */
static void fold_chunk(const struct upcr_call *call, size_t at, size_t n, char *result,
                       struct far_chunks *far) {
  const struct upcr_reduction *r = call->reduction;
  const char *left = 0;
  for (int t = 0; t < upcr_self.threads; t++) {
    const char *here = upcr_reach(upcr_part(call->src, t, at)),
               *v = here ? here : take_far_chunk(far);
    if (left) {
      r->type->combine(r, result, left, v, n / r->type->size);
      left = result;
    } else
      left = here && upcr_self.threads > 1 ? v : memcpy(result, v, n);
  }
}

/* Of several threads, whose memory is mapped. A path of its own: other threads wait for folds of
 * short vectors. */
static void fold_here(const struct upcr_call *call, size_t at, size_t n, char *to) {
  const struct upcr_reduction *r = call->reduction;
  const char *left = upcr_reach(upcr_part(call->src, 0, at));
  for (int t = 1; t < upcr_self.threads; t++, left = to)
    r->type->combine(r, to, left, upcr_reach(upcr_part(call->src, t, at)), n / r->type->size);
}

/* Where `to` is far or the place of one of the vectors, or a vector is far. */
__attribute__((noinline)) static void fold_aside(const struct upcr_call *call, size_t at, size_t n,
                                                 upcr_pts_t to) {
  bool is_far = !upcr_reach(to) || is_any_far(call);
  size_t most = is_far ? UPCR_FAR_CHUNK_BYTES : UPCR_CHUNK_BYTES;
  char *room = memory_for_far(), *aside = room + 2 * most;
  struct far_chunks far = {0};
  if (is_far)
    far = far_chunks_of(upcr_part(call->src, 0, at), 0, upcr_self.threads, n, room, most);
  for (size_t done = 0, chunk; done < n; done += chunk) {
    chunk = upcr_least(n - done, most);
    fold_chunk(call, at + done, chunk, aside, &far);
    upcr_write(to + done, aside, chunk);
  }
}

void upcr_fold_vectors(const struct upcr_call *call, size_t at, size_t n, upcr_pts_t to) {
  bool in_place = to == upcr_part(call->src, (int)upcr_thread(to), at);
  if (in_place || upcr_self.threads == 1 || !upcr_call_all_mapped()) {
    fold_aside(call, at, n, to);
    return;
  }
  for (size_t done = 0, chunk; done < n; done += chunk) {
    chunk = upcr_least(n - done, UPCR_CHUNK_BYTES);
    fold_here(call, at + done, chunk, upcr_reach(to + done));
  }
}

void upcr_fold_far_vector(const struct upcr_reduction *r, char *to, const char *own, upcr_pts_t v,
                          size_t n, bool first, char *room, size_t bytes) {
  size_t most = bytes / r->type->size * r->type->size;
  int thread = (int)upcr_thread(v);
  struct far_chunks far = far_chunks_of(v, thread, thread + 1, n, room, most);
  for (size_t done = 0; done < n; done += most)
    upcr_fold_vector(r, to + done, own + done, take_far_chunk(&far), upcr_least(n - done, most),
                     first);
}

void upcr_combine_vectors(const struct upcr_call *call, upcr_pts_t to, upcr_pts_t own, upcr_pts_t v,
                          size_t n, bool first) {
  const char *here = upcr_reach(v);
  if (n == 0)
    return;
  if (here)
    upcr_fold_vector(call->reduction, upcr_reach(to), upcr_reach(own), here, n, first);
  else
    upcr_fold_far_vector(call->reduction, upcr_reach(to), upcr_reach(own), v, n, first,
                         memory_for_far(), UPCR_FAR_CHUNK_BYTES);
}
