/* SPDX-License-Identifier: Apache-2.0 */
/* Transforms within a slab of private memory: lines side by side, so that they vectorise. */
#ifndef NPB_FT_SLAB_H
#define NPB_FT_SLAB_H

#include "ft.h"

#define FT_BATCH 8                               /* lines that are transformed together */
#define FT_PARTS (FT_NY < FT_NZ ? FT_NY : FT_NZ) /* at most: slabs of planes and of rows */

/* Lines of a batch, and room for their transform. */
struct ft_work {
  ft_complex line[FT_LONGEST * FT_BATCH], room[FT_LONGEST * FT_BATCH];
};

/* Transforms FT_BATCH neighbouring lines of n points, each `stride` after the one before. */
static inline void ft_columns(ft_complex *data, size_t stride, int n, int sign, struct ft_work *w) {
  for (int i = 0; i < n; i++)
    memcpy(w->line + i * FT_BATCH, data + i * stride, FT_BATCH * sizeof *data);
  const ft_complex *done = ft_lines(w->line, w->room, n, FT_BATCH, sign);
  for (int i = 0; i < n; i++)
    memcpy(data + i * stride, done + i * FT_BATCH, FT_BATCH * sizeof *data);
}

/* The same for lines whose point i is at point[i] + at. */
static inline void ft_columns_at(ft_complex *const *point, size_t at, int n, int sign,
                                 struct ft_work *w) {
  for (int i = 0; i < n; i++)
    memcpy(w->line + i * FT_BATCH, point[i] + at, FT_BATCH * sizeof **point);
  const ft_complex *done = ft_lines(w->line, w->room, n, FT_BATCH, sign);
  for (int i = 0; i < n; i++)
    memcpy(point[i] + at, done + i * FT_BATCH, FT_BATCH * sizeof **point);
}

/* Transforms a plane, [FT_NY][FT_NX], along x. */
static inline void ft_along_x(ft_complex *plane, int sign, struct ft_work *w) {
  for (int y = 0; y < FT_NY; y += FT_BATCH) {
    ft_complex *rows = plane + (size_t)y * FT_NX;
    for (int i = 0; i < FT_BATCH; i++)
      for (int x = 0; x < FT_NX; x++)
        w->line[x * FT_BATCH + i] = rows[i * FT_NX + x];
    const ft_complex *done = ft_lines(w->line, w->room, FT_NX, FT_BATCH, sign);
    for (int i = 0; i < FT_BATCH; i++)
      for (int x = 0; x < FT_NX; x++)
        rows[i * FT_NX + x] = done[x * FT_BATCH + i];
  }
}

/* Transforms a plane, [FT_NY][FT_NX], along y. */
static inline void ft_along_y(ft_complex *plane, int sign, struct ft_work *w) {
  for (int x = 0; x < FT_NX; x += FT_BATCH)
    ft_columns(plane + x, FT_NX, FT_NY, sign, w);
}

#endif
