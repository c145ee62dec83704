#include "branch.h"

#include <stdlib.h>

#include "../base/atomics.h"
#include "../base/log.h"
#include "edge.h"

static UPCR_PER_THREAD int *lists;
static UPCR_PER_THREAD size_t *counts;
static UPCR_PER_THREAD int room; /* children that both have room for */

static void make_room(int children) {
  if (children <= room)
    return;
  free(lists);
  free(counts);
  lists = malloc(2 * (size_t)children * sizeof *lists);
  counts = malloc((size_t)children * sizeof *counts);
  if (!lists || !counts)
    upcr_fatal("no memory for %d branches of a tree", children);
  room = children;
}

struct upcr_branch upcr_branch_of(const struct upcr_call *call, int radix) {
  int n = upcr_self.threads, rank = (upcr_self.mythread - call->root + n) % n;
  int most = upcr_knomial_most_children(n, radix);
  make_room(most);
  struct upcr_branch b = {.rank = rank,
                          .span = upcr_knomial_span(rank, n, radix),
                          .parent_rank = upcr_knomial_parent(rank, radix),
                          .children = upcr_knomial_children(rank, n, radix, lists),
                          .child = lists,
                          .child_span = lists + most,
                          .pieces = counts};
  b.parent_span = b.parent_rank < 0 ? 0 : upcr_knomial_span(b.parent_rank, n, radix);
  for (int c = 0; c < b.children; c++) {
    lists[most + c] = upcr_knomial_span(b.child[c], n, radix);
    counts[c] = 0;
  }
  return b;
}

size_t upcr_room_of_branch(const struct upcr_call *call, const struct upcr_algorithm *algorithm) {
  int n = upcr_self.threads, rank = (upcr_self.mythread - call->root + n) % n;
  int span = upcr_knomial_span(rank, n, algorithm->parameter);
  return rank == 0 || span == 1 ? 0 : (size_t)span * call->nbytes;
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

size_t upcr_pieces(struct upcr_cut cut, size_t n, size_t *piece) {
  *piece = n;
  if (cut.kind == UPCR_HALVES && n > cut.bytes)
    *piece = (n + 1) / 2;
  if (cut.kind == UPCR_FIXED && n > cut.bytes)
    *piece = cut.bytes;
  return *piece == n ? 1 : (n + *piece - 1) / *piece;
}
