#include "element.h"

static size_t width_of(size_t bits) {
  size_t lowest = bits & -bits;
  return lowest == 0 || lowest > 8 ? 8 : lowest;
}

/* A constant n makes one load and one store. */
__attribute__((always_inline)) static inline void move(upcr_pts_t dst, upcr_pts_t src, size_t n) {
  char value[8];
  upcr_getb(value, src, n);
  upcr_putb(dst, value, n);
}

void upcr_move_elements(upcr_pts_t dst, upcr_pts_t src, size_t n) {
  size_t width = width_of(upcr_pts_offset(dst) | upcr_pts_offset(src) | n);
  for (size_t at = 0; at < n; at += width)
    switch (width) {
    case 8:
      move(dst + at, src + at, 8);
      break;
    case 4:
      move(dst + at, src + at, 4);
      break;
    case 2:
      move(dst + at, src + at, 2);
      break;
    default:
      move(dst + at, src + at, 1);
    }
  upcr_settle_far();
}
