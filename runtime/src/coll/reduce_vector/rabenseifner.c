/* Reduce vectors as Rabenseifner does: by recursive halving every core (patterns/schedule.h) combines the slices of ever smaller groups
 * until it has the result of its own; then they gather up a binomial tree whose root is the core of dst's thread, each step half of what
 * is left. Threads that are no core give their vector to the one before first; if one of them has dst, it gets the result last.
 *
 * The thread of dst works in dst if it is a core, other cores in buffers. A partner reads where the owner does not write, and signals
 * when it is done: the halves of a step of halving are written again in the gathering, after these signals. */
#include "../algorithms.h"
#include "../buffer.h"
#include "../edge.h"
#include "../patterns/schedule.h"
#include "../reduce/vector.h"

struct vectors {
  const struct upcr_call *call;
  struct upcr_doubling d;
  int core;       /* the caller's; -1: it is none */
  upcr_pts_t own; /* the vector that it works in */
};

static struct vectors vectors_of(const struct upcr_call *call) {
  struct vectors v = {.call = call, .d = upcr_doubling_of(upcr_self.threads)};
  v.core = upcr_folded_core(&v.d, upcr_self.mythread);
  return v;
}

static size_t first_byte(const struct vectors *v, int core) {
  return upcr_slice_first(v->call, upcr_folded_rank(&v->d, core));
}

static int partner_of(const struct vectors *v, int step) {
  return upcr_folded_rank(&v->d, upcr_doubling_partner(v->core, step));
}

static bool root_is_extra(const struct vectors *v) { return upcr_folded_core(&v->d, v->call->root) < 0; }

/* The core that gets the result. */
static int last_core(const struct vectors *v) {
  return upcr_folded_core(&v->d, v->call->root - (root_is_extra(v) ? 1 : 0));
}

static void offer_own(const struct vectors *v, int to) { upcr_send_letter(v->call, to, &v->own, sizeof v->own); }

/* Combines bytes [at, end) of both, in the order of threads. */
static void combine_with(const struct vectors *v, int other, size_t at, size_t end) {
  upcr_pts_t theirs, own = v->own + at;
  upcr_take_letter(v->call, other, &theirs, sizeof theirs);
  theirs += at;
  if (other < upcr_self.mythread)
    upcr_combine_vectors(v->call, own, theirs, own, end - at);
  else
    upcr_combine_vectors(v->call, own, own, theirs, end - at);
  upcr_signal(v->call, other);
}

/* Reads bytes [at, end) of the other's. */
static void read_from(const struct vectors *v, int other, upcr_pts_t to, size_t at, size_t end) {
  upcr_pts_t theirs;
  upcr_take_letter(v->call, other, &theirs, sizeof theirs);
  upcr_move(to + at, theirs + at, end - at);
  upcr_signal(v->call, other);
}

static void halve(const struct vectors *v) {
  for (int step = v->d.steps - 1; step >= 0; step--) {
    int group = upcr_doubling_group(v->core, step), partner = partner_of(v, step);
    offer_own(v, partner);
    combine_with(v, partner, first_byte(v, group), first_byte(v, group + (1 << step)));
  }
  for (int step = 0; step < v->d.steps; step++)
    upcr_wait_signal(v->call, partner_of(v, step));
}

static void gather(const struct vectors *v) {
  for (int step = 0; step < upcr_gather_steps(&v->d, v->core, last_core(v)); step++) {
    int group = upcr_doubling_group(upcr_doubling_partner(v->core, step), step);
    read_from(v, partner_of(v, step), v->own, first_byte(v, group), first_byte(v, group + (1 << step)));
  }
  int receiver = upcr_gather_receiver(&v->d, v->core, last_core(v));
  if (receiver < 0)
    return;
  offer_own(v, upcr_folded_rank(&v->d, receiver));
  upcr_wait_signal(v->call, upcr_folded_rank(&v->d, receiver));
}

static void run_core(const struct vectors *v) {
  int extra = upcr_self.mythread + 1;
  if (upcr_folded_has_extra(&v->d, v->core))
    combine_with(v, extra, 0, v->call->nbytes);
  halve(v);
  gather(v);
  if (root_is_extra(v) && v->core == last_core(v)) {
    offer_own(v, extra);
    upcr_wait_signal(v->call, extra);
  }
}

static void run_extra(const struct vectors *v) {
  int me = upcr_self.mythread, proxy = me - 1;
  offer_own(v, proxy);
  upcr_wait_signal(v->call, proxy);
  if (me == v->call->root)
    read_from(v, proxy, v->call->dst, 0, v->call->nbytes);
}

size_t upcr_room_of_core(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  struct vectors v = vectors_of(call);
  (void)algorithm;
  return v.core < 0 || upcr_self.mythread == call->root ? 0 : call->nbytes;
}

void upcr_reduce_vector_rabenseifner(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  struct vectors v = vectors_of(call);
  upcr_pts_t src = upcr_part(call->src, upcr_self.mythread, 0);
  if (v.core < 0) {
    v.own = src;
    run_extra(&v);
  } else {
    v.own = upcr_self.mythread == call->root ? call->dst : upcr_buffer();
    upcr_move(v.own, src, call->nbytes);
    run_core(&v);
  }
  upcr_buffer_done(algorithm);
}
