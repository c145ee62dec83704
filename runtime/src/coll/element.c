#include "element.h"

static size_t width_of(size_t bits) {
  size_t lowest = bits & -bits;
  return lowest == 0 || lowest > 8 ? 8 : lowest;
}

void upcr_move_elements(upcr_pts_t dst, upcr_pts_t src, size_t n) {
  size_t width = width_of(upcr_pts_offset(dst) | upcr_pts_offset(src) | n);
  for (size_t at = 0; at < n; at += width)
    switch (width) {
    case 8:
      upcr_put_i64(dst + at, upcr_get_i64(src + at));
      break;
    case 4:
      upcr_put_i32(dst + at, upcr_get_i32(src + at));
      break;
    case 2:
      upcr_put_i16(dst + at, upcr_get_i16(src + at));
      break;
    default:
      upcr_put_i8(dst + at, upcr_get_i8(src + at));
    }
  upcr_complete_puts();
}
