/* SPDX-License-Identifier: Apache-2.0 */
/* The class of the problem, and the report at the end of every benchmark.
 *
 * -DCLASS=S, W, A or B. It is chosen at compile time, as in NPB itself, so that the shared arrays
 * of the forms with subscripts have constant bounds. */
#ifndef NPB_REPORT_H
#define NPB_REPORT_H

#include <math.h>
#include <stdbool.h>
#include <stdio.h>

#define NPB_CLASS_S 1
#define NPB_CLASS_W 2
#define NPB_CLASS_A 3
#define NPB_CLASS_B 4
#define NPB_JOIN_(a, b) a##b
#define NPB_JOIN(a, b) NPB_JOIN_(a, b)
#define NPB_TEXT_(a) #a
#define NPB_TEXT(a) NPB_TEXT_(a)
#ifndef CLASS
#define CLASS S
#endif
#define NPB_CLASS NPB_JOIN(NPB_CLASS_, CLASS)
#if NPB_CLASS == 0
#error "CLASS is S, W, A or B"
#endif

struct npb_result {
  const char *name;      /* two letters */
  const char *size;      /* as NPB writes it: "64x  64x  64" */
  int iterations;        /* of the timed part */
  double seconds;        /* of the timed part */
  double operations;     /* of the timed part, as NPB counts them */
  const char *operation; /* what is counted */
  bool verified;
};

/* Prints the report in NPB's form and returns the status for main: 1 if the result is wrong. */
static inline int npb_report(const struct npb_result *r, int threads) {
  double mops = r->operations / r->seconds * 1e-6;
  printf("\n\n %s Benchmark Completed.\n", r->name);
  printf(" Class           = %24s\n", NPB_TEXT(CLASS));
  printf(" Size            = %24s\n", r->size);
  printf(" Iterations      = %24d\n", r->iterations);
  printf(" Time in seconds = %24.4f\n", r->seconds);
  printf(" Total threads   = %24d\n", threads);
  printf(" Mop/s total     = %24.2f\n", mops);
  printf(" Mop/s/thread    = %24.2f\n", mops / threads);
  printf(" Operation type  = %24s\n", r->operation);
  printf(" Verification    = %24s\n", r->verified ? "SUCCESSFUL" : "UNSUCCESSFUL");
  fflush(stdout);
  return r->verified ? 0 : 1;
}

/* True if a benchmark that takes a power of two of threads, up to `most`, can run on so many. If
 * not, says so if `says`. */
static inline bool npb_takes(const char *name, int threads, int most, bool says) {
  bool takes = threads <= most && (threads & (threads - 1)) == 0;
  if (!takes && says)
    fprintf(stderr, "%s, class %s: %d threads; it takes a power of two from 1 to %d (option -n)\n",
            name, NPB_TEXT(CLASS), threads, most);
  return takes;
}

/* True if value is within a relative error of the published one; prints both. */
static inline bool npb_close(const char *what, double value, double published, double error) {
  bool close = fabs((value - published) / published) <= error;
  printf(" %-12s = %22.14e, published %22.14e%s\n", what, value, published,
         close ? "" : " DIFFERS");
  return close;
}

#endif
