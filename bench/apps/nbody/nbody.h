/* SPDX-License-Identifier: Apache-2.0 */
/* Gravity between all pairs of bodies; the bodies are an array of structures. */
#include <math.h>

#include "../app.h"

#ifdef APP_SMALL
enum { N = 64 };
#else
enum { N = 1024 };
#endif

struct body {
  double x, y, z, mass;
};

struct force {
  double x, y, z;
};

static inline double nbody_place(int i, int k) {
  return (double)(mix((uint64_t)i * 3 + (uint64_t)k) % 1000);
}

static inline struct body nbody_first(int i) {
  struct body b = {nbody_place(i, 0), nbody_place(i, 1), nbody_place(i, 2), i % 7 + 1};
  return b;
}

/* The force on body i among BODY(0) to BODY(N - 1). */
#define NBODY_FORCE(f, i, BODY)                                                                    \
  struct force f = {0, 0, 0};                                                                      \
  for (int j = 0; j < N; j++) {                                                                    \
    double dx = BODY(j).x - BODY(i).x, dy = BODY(j).y - BODY(i).y, dz = BODY(j).z - BODY(i).z;     \
    double d = dx * dx + dy * dy + dz * dz + 1e-6;                                                 \
    double s = BODY(j).mass / (d * sqrt(d));                                                       \
    f.x += dx * s;                                                                                 \
    f.y += dy * s;                                                                                 \
    f.z += dz * s;                                                                                 \
  }

static inline int nbody_is_wrong(struct force f, struct force g) {
  return !(fabs(f.x - g.x) < 1e-9 && fabs(f.y - g.y) < 1e-9 && fabs(f.z - g.z) < 1e-9);
}

/* The number of forces that differ from those of a serial run. */
static inline long nbody_wrong(const struct force *found) {
  static struct body first[N];
  long wrong = 0;
  for (int i = 0; i < N; i++)
    first[i] = nbody_first(i);
  for (int i = 0; i < N; i++) {
#define NBODY_SERIAL(j) first[j]
    NBODY_FORCE(f, i, NBODY_SERIAL)
    wrong += nbody_is_wrong(f, found[i]);
  }
  return wrong;
}
