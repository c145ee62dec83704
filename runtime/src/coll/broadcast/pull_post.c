/* Broadcast in two ways at once: all read the beginning of the source, whose thread posts the rest meanwhile.
 *
 * Reading is the least work where the source has not been written since the call before: its lines are in the readers' caches. But its thread has to
 * wait for the readers before it may write it again. While they take the rest from the posts, and look at what they have got, it does. */
#include "../algorithms.h"
#include "../edge.h"
#include "../stream.h"

/* Bytes that are read from the source, whole lines: about three quarters; less where a round trip is much beside the rest. */
static size_t read_from_source(const struct upcr_call *call) {
  enum { LINE = 64, SMALL_MOST = 96 << 10 };
  size_t n = call->nbytes;
  return (n <= SMALL_MOST ? n / 8 * 5 : n / 4 * 3) / LINE * LINE;
}

/* The source's thread begins before the others, which take the lines away from it (flat/direct.c). */
static void share_beginning(const struct upcr_call *call, upcr_pts_t dst, upcr_pts_t src, size_t n) {
  int me = upcr_self.mythread;
  if (me == call->root)
    for (int k = 1; k < upcr_self.threads; k++)
      upcr_signal(call, upcr_after(k));
  else
    upcr_wait_signal(call, call->root);
  upcr_move(upcr_part(dst, me, 0), src, n);
  if (me != call->root)
    upcr_signal(call, call->root);
}

/* The first fragment of the rest shares the beginning, of *state bytes, before it; after the last one the source may be written. */
static void fragment(const struct upcr_call *rest, size_t at, size_t n, void *state) {
  size_t beginning = *(const size_t *)state;
  struct upcr_call part = upcr_stream_part(rest, at, n);
  if (at == 0)
    share_beginning(rest, rest->dst - beginning, rest->src - beginning, beginning);
  upcr_broadcast_post(&part, 0);
  if (at + n == rest->nbytes && upcr_self.mythread == rest->root)
    for (int k = 1; k < upcr_self.threads; k++)
      upcr_wait_signal(rest, upcr_after(k));
}

void upcr_broadcast_pull_post(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  size_t beginning = read_from_source(call);
  struct upcr_call rest = upcr_stream_part(call, beginning, call->nbytes - beginning);
  upcr_stream(&rest, upcr_stream_fragment(algorithm, 1), fragment, &beginning);
}
