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

static size_t least(size_t a, size_t b) { return a < b ? a : b; }

/* Two chunks that come by turns, and one in which they are combined. */
static char *memory_for_far(void) {
  return UPCR_KEPT(far_vectors, 3 * (size_t)UPCR_FAR_CHUNK_BYTES, "far vectors");
}

/* The chunks of n bytes from `at` on of the parts of src that are far, in the order in which
 * fold_chunk needs them. The next one comes while the caller combines one. */
struct far_chunks {
  const struct upcr_call *call;
  size_t at, n, done;
  int thread; /* whose chunk at `done` comes, or was the last */
  unsigned half;
  upcr_net_handle_t comes;
};

static void fetch_next(struct far_chunks *f, char *to) {
  do {
    if (++f->thread < upcr_self.threads)
      continue;
    f->thread = 0;
    f->done += UPCR_FAR_CHUNK_BYTES;
  } while (f->done < f->n && upcr_reach(upcr_part(f->call->src, f->thread, f->at)));
  if (f->done < f->n)
    f->comes = upcr_net->get_nb(to, upcr_part(f->call->src, f->thread, f->at + f->done),
                                least(f->n - f->done, UPCR_FAR_CHUNK_BYTES), UPCR_MEMORY_HOST);
}

static const char *take_far_chunk(struct far_chunks *f) {
  char *memory = memory_for_far(), *came = memory + f->half * (size_t)UPCR_FAR_CHUNK_BYTES;
  f->half ^= 1;
  upcr_net->wait(f->comes);
  fetch_next(f, memory + f->half * (size_t)UPCR_FAR_CHUNK_BYTES);
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

/* Aside, where `to` is far or the place of one of the vectors, or a vector is far. */
__attribute__((noinline)) static void fold_aside(const struct upcr_call *call, size_t at, size_t n,
                                                 upcr_pts_t to) {
  _Alignas(16) char near[UPCR_CHUNK_BYTES];
  struct far_chunks far = {.call = call, .at = at, .n = n, .thread = -1};
  bool is_far = !upcr_reach(to) || is_any_far(call);
  char *aside = is_far ? memory_for_far() + 2 * (size_t)UPCR_FAR_CHUNK_BYTES : near;
  if (is_far)
    fetch_next(&far, memory_for_far());
  for (size_t done = 0, chunk; done < n; done += chunk) {
    chunk = least(n - done, is_far ? UPCR_FAR_CHUNK_BYTES : sizeof near);
    fold_chunk(call, at + done, chunk, aside, &far);
    upcr_write(to + done, aside, chunk);
  }
}

/* Of several threads, whose memory is mapped. A path of its own, without a chunk on the stack:
 * other threads wait for folds of short vectors. */
static void fold_here(const struct upcr_call *call, size_t at, size_t n, char *to) {
  const struct upcr_reduction *r = call->reduction;
  const char *left = upcr_reach(upcr_part(call->src, 0, at));
  for (int t = 1; t < upcr_self.threads; t++, left = to)
    r->type->combine(r, to, left, upcr_reach(upcr_part(call->src, t, at)), n / r->type->size);
}

void upcr_fold_vectors(const struct upcr_call *call, size_t at, size_t n, upcr_pts_t to) {
  bool in_place = to == upcr_part(call->src, (int)upcr_thread(to), at);
  if (in_place || upcr_self.threads == 1 || !upcr_call_all_mapped()) {
    fold_aside(call, at, n, to);
    return;
  }
  for (size_t done = 0, chunk; done < n; done += chunk) {
    chunk = least(n - done, UPCR_CHUNK_BYTES);
    fold_here(call, at + done, chunk, upcr_reach(to + done));
  }
}

/* A chunk comes while the one before is folded. */
void upcr_fold_far_vector(const struct upcr_reduction *r, char *to, const char *own, upcr_pts_t v,
                          size_t n, bool first, char *room, size_t bytes) {
  char *half[] = {room, room + bytes};
  size_t most = bytes / r->type->size * r->type->size, chunk = least(n, most);
  upcr_net_handle_t comes = upcr_net->get_nb(half[0], v, chunk, UPCR_MEMORY_HOST);
  for (size_t done = 0, i = 0; done < n; done += most, i++) {
    size_t next = least(n - done - chunk, most);
    upcr_net->wait(comes);
    comes =
        next ? upcr_net->get_nb(half[(i + 1) % 2], v + done + chunk, next, UPCR_MEMORY_HOST) : 0;
    upcr_fold_vector(r, to + done, own + done, half[i % 2], chunk, first);
    chunk = next;
  }
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
