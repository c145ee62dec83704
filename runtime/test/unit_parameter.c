/* SPDX-License-Identifier: Apache-2.0 */
/* Parameters of algorithms: what is read, what is refused with which words, and which values are
 * tried for which calls. */
#include <coll/register.h>
#include <string.h>

#include "test.h"

static struct upcr_algorithm named(enum upcr_collective operation, const char *name) {
  struct upcr_algorithm algorithm = {.name = ""};
  char why[400];
  if (!CHECK(upcr_algorithm_named(operation, name, strlen(name), &algorithm, why, sizeof why) == 0))
    fprintf(stderr, "  %s: %s\n", name, why);
  return algorithm;
}

static void check_value(enum upcr_collective operation, const char *name, int value) {
  struct upcr_algorithm algorithm = named(operation, name);
  CHECK(upcr_parameter_value(&algorithm) == value);
}

static void check_refused(enum upcr_collective operation, const char *name, const char *because) {
  struct upcr_algorithm algorithm;
  char why[400];
  CHECK(upcr_algorithm_named(operation, name, strlen(name), &algorithm, why, sizeof why) == -1);
  if (!CHECK(strstr(why, because)))
    fprintf(stderr, "  it says: %s\n", why);
}

/* `values`: those that are tried, with a 0 after the last. */
static void check_tried(enum upcr_collective operation, const char *name, size_t nbytes,
                        int threads, const int *values) {
  struct upcr_algorithm algorithm = named(operation, name);
  int i = 0;
  for (; values[i]; i++)
    CHECK(upcr_parameter_tried(&algorithm, i, nbytes, threads) == values[i]);
  CHECK(upcr_parameter_tried(&algorithm, i, nbytes, threads) == 0);
}

static void test_values(void) {
  check_value(UPCR_ALL_BROADCAST, "pull_knomial", 4);
  check_value(UPCR_ALL_BROADCAST, "pull_knomial:8", 8);
  check_value(UPCR_ALL_BROADCAST, "pull_chain", 32768);
  check_value(UPCR_ALL_BROADCAST, "pull_chain:64K", 65536);
  check_value(UPCR_ALL_SCATTER, "pull_binomial_static:1024", 1024);
  check_value(UPCR_ALL_GATHER, "post_static:4096", 4096);
  check_refused(UPCR_ALL_BROADCAST, "pull_chain:512",
                "no bytes of a fragment of broadcast:pull_chain, which is from 1024 to 1048576");
  check_refused(UPCR_ALL_BROADCAST, "pull_chain:1025",
                "no bytes of a fragment of broadcast:pull_chain, which is a multiple of 64");
  check_refused(UPCR_ALL_BROADCAST, "post_static:32K",
                "no bytes of a post of broadcast:post_static, which is from 1024 to 16384");
  check_refused(UPCR_ALL_BROADCAST, "pull:8", "broadcast:pull takes no parameter");
}

static void test_tried(void) {
  check_tried(UPCR_ALL_BROADCAST, "pull_knomial", 8, 2, (const int[]){0});
  check_tried(UPCR_ALL_BROADCAST, "pull_knomial", 8, 4, (const int[]){2, 0});
  check_tried(UPCR_ALL_BROADCAST, "pull_knomial", 8, 64, (const int[]){2, 8, 16, 0});
  check_tried(UPCR_ALL_BROADCAST, "pull_knomial:8", 8, 64, (const int[]){2, 4, 16, 0});
  check_tried(UPCR_ALL_GATHER, "push_ring", 8, 3, (const int[]){2, 0});
  check_tried(UPCR_ALL_GATHER, "packets", 8192, 4, (const int[]){0});
  check_tried(UPCR_ALL_GATHER, "packets", 20000, 4, (const int[]){8192, 16384, 0});
  check_tried(UPCR_ALL_REDUCE_ALL, "chain", 1 << 20, 4, (const int[]){8192, 131072, 0});
  check_tried(UPCR_ALL_BROADCAST, "post_static", 65536, 2, (const int[]){4096, 8192, 0});
  check_tried(UPCR_ALL_BROADCAST, "pull", 65536, 8, (const int[]){0});
}

int main(void) {
  test_values();
  test_tried();
  return test_report();
}
