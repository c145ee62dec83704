/* SPDX-License-Identifier: Apache-2.0 */
/* A small test harness: CHECK counts, TEST_REPORT ends with "N passed, N failed". */
#ifndef UPCR_TEST_TEST_H
#define UPCR_TEST_TEST_H

#include <stdio.h>

static int test_passed, test_failed;

/* Counts one check; a failed one is printed with its place. */
#define CHECK(condition) test_check((condition) != 0, #condition, __FILE__, __LINE__)

static inline int test_check(int ok, const char *text, const char *file, int line) {
  if (ok)
    test_passed++;
  else {
    test_failed++;
    fprintf(stderr, "%s:%d: failed: %s\n", file, line, text);
  }
  return ok;
}

/* Prints the counts; the exit status of main. */
static inline int test_report(void) {
  printf("%d passed, %d failed\n", test_passed, test_failed);
  return test_failed != 0;
}

#endif
