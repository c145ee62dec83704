/* SPDX-License-Identifier: Apache-2.0 */
/* The transpose of a square matrix; each thread has a band of rows. */
#include "../app.h"

#ifdef APP_SMALL
enum { N = 64 };
#else
enum { N = 1024 };
#endif

static inline double transpose_a(int i, int j) { return (double)(i * N + j); }
