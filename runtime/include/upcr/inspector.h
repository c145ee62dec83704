/* SPDX-License-Identifier: Apache-2.0 */
/* Elements that the iterations of a loop will read, fetched together before it (compiler:
 * passes/inspector/, core/inspector.c). */
#pragma GCC system_header
#ifndef UPCR_INSPECTOR_H
#define UPCR_INSPECTOR_H

struct upcr_inspector {
  /* The addresses, those of an iteration contiguous; with UPCR_INSPECTOR_FAR_ONLY the address of a
   * read becomes 0 when its value has arrived. */
  upcr_pts_t *at;
  unsigned long count, room;
  unsigned reads; /* addresses of an iteration, 1 to 15 */
  /* The logarithm of the size of address k is (logs >> 4 * k) & 15, 0 to 3. */
  unsigned long logs;
  const void *site; /* the loop, as the caller's address */
  /* After upcr_inspector_fetch: a value in the first bytes of each 8; 0: nothing was fetched. */
  char *values;
};

/* Instead of a logarithm: the address of a write, which is none of the reads if it is near. In
 * `logs`: the loop may write near elements, so they are not fetched. */
#define UPCR_INSPECTOR_WRITE 4
#define UPCR_INSPECTOR_FAR_ONLY (1ul << 63)

/* True if there is room for the addresses of another iteration. */
static __inline__ __attribute__((always_inline, unused)) int
upcr_inspector_room(struct upcr_inspector *a) {
  return __builtin_expect(a->count + a->reads <= a->room, 1) || upcr_inspector_more(a);
}

static __inline__ __attribute__((always_inline, unused)) void
upcr_inspector_add(struct upcr_inspector *a, upcr_pts_t p) {
  a->at[a->count++] = p;
}

#endif
