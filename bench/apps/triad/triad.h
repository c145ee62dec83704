/* SPDX-License-Identifier: Apache-2.0 */
/* STREAM triad (paper of the XL UPC compiler, Figure 15). */
#include "../app.h"

#ifdef APP_SMALL
enum { N = 1 << 12 };
#else
enum { N = 1 << 21 };
#endif

#define ALPHA 3.0

static inline double triad_b(long i) { return (double)(i % 101); }

static inline double triad_c(long i) { return (double)(i % 7); }

static inline double triad_expected(long i) { return triad_b(i) + ALPHA * triad_c(i); }
