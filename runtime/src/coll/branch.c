#include "branch.h"

#include "edge.h"

struct upcr_branch upcr_branch_of(const struct upcr_call *call) {
  int n = upcr_self.threads, rank = (upcr_self.mythread - call->root + n) % n;
  struct upcr_branch b = {
      .rank = rank, .span = upcr_knomial_span(rank, n, 2), .parent_rank = upcr_knomial_parent(rank, 2)};
  b.parent_span = b.parent_rank < 0 ? 0 : upcr_knomial_span(b.parent_rank, n, 2);
  b.children = upcr_knomial_children(rank, n, 2, b.child);
  for (int c = 0; c < b.children; c++)
    b.child_span[c] = upcr_knomial_span(b.child[c], n, 2);
  return b;
}

int upcr_thread_at(const struct upcr_call *call, int rank) {
  return (int)(((long)call->root + rank) % upcr_self.threads);
}

/* Where the byte is in the order of threads, and how many follow it there. */
static size_t place(const struct upcr_call *call, size_t at, size_t *follow) {
  size_t end = (size_t)(upcr_self.threads - call->root) * call->nbytes; /* rank of thread 0 */
  *follow = at < end ? end - at : ~(size_t)0;
  return at < end ? (size_t)call->root * call->nbytes + at : at - end;
}

void upcr_from_root_array(const struct upcr_call *call, upcr_pts_t to, upcr_pts_t array, size_t at, size_t n) {
  for (size_t done = 0, length; done < n; done += length) {
    size_t first = place(call, at + done, &length);
    length = n - done < length ? n - done : length;
    upcr_move(to + done, array + first, length);
  }
}

void upcr_to_root_array(const struct upcr_call *call, upcr_pts_t array, size_t at, upcr_pts_t from, size_t n) {
  for (size_t done = 0, length; done < n; done += length) {
    size_t first = place(call, at + done, &length);
    length = n - done < length ? n - done : length;
    upcr_move(array + first, from + done, length);
  }
}

size_t upcr_pieces(enum upcr_fragments fragments, size_t n, size_t *piece) {
  *piece = n;
  if (fragments == UPCR_HALVES && n > UPCR_HALVES_ABOVE)
    *piece = (n + 1) / 2;
  if (fragments == UPCR_FIXED && n > UPCR_FRAGMENT)
    *piece = UPCR_FRAGMENT;
  return *piece == n ? 1 : (n + *piece - 1) / *piece;
}
