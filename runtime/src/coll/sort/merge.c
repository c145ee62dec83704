/* SPDX-License-Identifier: Apache-2.0 */
/* Sorting within a thread's run: a merge sort, of short ranges by insertion. */
#include <stdbool.h>
#include <string.h>

#include "../../core/remote.h"
#include "sort.h"

enum { SHORT = 8 /* elements */ };

/* The caller's run, as the function of the program and as C see it. */
struct run {
  upcr_pts_t shared;
  char *at;
};

static struct run own_run(const struct upcr_sort *s) {
  upcr_pts_t shared = upcr_sort_in_run(s, upcr_self.mythread, 0);
  return (struct run){shared, upcr_reach(shared)};
}

/* Whether the element at byte a must come after the one at byte b, which precedes it now or is
 * equal to it. */
static inline bool is_less(const struct upcr_sort *s, const struct run *run, size_t a, size_t b) {
  return s->compare(upcr_pp(run->shared + a, 0), upcr_pp(run->shared + b, 0)) < 0;
}

/* The rest of two sorted parts of the run, in bytes, and of the room for the result. */
struct parts {
  size_t left, left_end, right, right_end;
  char *out, *out_end;
};

/* One step from the front. Which element goes next is no branch: it cannot be predicted. */
static inline __attribute__((always_inline)) void
take_first(const struct upcr_sort *s, const struct run *run, struct parts *p, size_t size) {
  size_t takes_right = -(size_t)is_less(s, run, p->right, p->left); /* all bits, or none */
  memcpy(p->out, run->at + (p->left ^ ((p->left ^ p->right) & takes_right)), size);
  p->out += size;
  p->right += size & takes_right;
  p->left += size & ~takes_right;
}

/* One step from the back. */
static inline __attribute__((always_inline)) void
take_last(const struct upcr_sort *s, const struct run *run, struct parts *p, size_t size) {
  size_t left = p->left_end - size, right = p->right_end - size;
  size_t takes_left = -(size_t)is_less(s, run, right, left);
  p->out_end -= size;
  memcpy(p->out_end, run->at + (right ^ ((left ^ right) & takes_left)), size);
  p->left_end -= size & takes_left;
  p->right_end -= size & ~takes_left;
}

/* As many steps from both ends as the shorter part has elements: neither part runs out, and the two
 * chains of comparisons do not wait for each other. A function that is no order can make them take
 * an element twice. */
static inline __attribute__((always_inline)) bool
take_both(const struct upcr_sort *s, const struct run *run, struct parts *p, size_t size) {
  size_t left = p->left_end - p->left, right = p->right_end - p->right;
  for (size_t steps = (left < right ? left : right) / size; steps > 0; steps--) {
    take_first(s, run, p, size);
    take_last(s, run, p, size);
  }
  return p->left <= p->left_end && p->right <= p->right_end;
}

/* Merges the sorted bytes [left, right) and [right, end) of the run. */
static inline __attribute__((always_inline)) void merge_of(const struct upcr_sort *s, size_t left,
                                                           size_t right, size_t end, size_t size) {
  struct run run = own_run(s);
  const struct parts all = {left, right, right, end, s->spare, s->spare + (end - left)};
  struct parts p = all;
  if (!take_both(s, &run, &p, size))
    p = all;
  while (p.left < p.left_end && p.right < p.right_end)
    take_first(s, &run, &p, size);
  memcpy(p.out, run.at + p.left, p.left_end - p.left);
  p.out += p.left_end - p.left;
  memcpy(p.out, run.at + p.right, p.right_end - p.right);
  memcpy(run.at + left, s->spare, end - left);
}

/* Elements [left, right) and [right, end). Parts that are in order need one comparison. */
static void merge(const struct upcr_sort *s, size_t left, size_t right, size_t end) {
  struct run run = own_run(s);
  size_t size = s->elem_size;
  if (left == right || right == end || !is_less(s, &run, right * size, (right - 1) * size))
    return;
  switch (size) { /* copies of a known size are a load and a store */
  case 4:
    merge_of(s, left * 4, right * 4, end * 4, 4);
    break;
  case 8:
    merge_of(s, left * 8, right * 8, end * 8, 8);
    break;
  case 16:
    merge_of(s, left * 16, right * 16, end * 16, 16);
    break;
  default:
    merge_of(s, left * size, right * size, end * size, size);
  }
}

/* Puts element i among the sorted elements [first, i), after those equal to it. */
static void insert(const struct upcr_sort *s, const struct run *run, size_t first, size_t i) {
  size_t size = s->elem_size, low = first, high = i;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (is_less(s, run, i * size, middle * size))
      high = middle;
    else
      low = middle + 1;
  }
  if (low == i)
    return;
  memcpy(s->spare, run->at + i * size, size);
  memmove(run->at + (low + 1) * size, run->at + low * size, (i - low) * size);
  memcpy(run->at + low * size, s->spare, size);
}

static void sort_range(const struct upcr_sort *s, size_t first, size_t end) {
  if (end - first <= SHORT) {
    struct run run = own_run(s);
    for (size_t i = first + 1; i < end; i++)
      insert(s, &run, first, i);
    return;
  }
  size_t half = first + (end - first) / 2;
  sort_range(s, first, half);
  sort_range(s, half, end);
  merge(s, first, half, end);
}

void upcr_sort_run(const struct upcr_sort *s, size_t n) { sort_range(s, 0, n); }

void upcr_sort_merge_pieces(const struct upcr_sort *s, const size_t *start, int pieces) {
  if (pieces < 2)
    return;
  int half = pieces / 2;
  upcr_sort_merge_pieces(s, start, half);
  upcr_sort_merge_pieces(s, start + half, pieces - half);
  merge(s, start[0], start[half], start[pieces]);
}
