/* SPDX-License-Identifier: Apache-2.0 */
/* The cost of moving data on a simulated machine: nodes of two regions with two cores each. */
#include <sim/transfer_costs.h>
#include <string.h>
#include <topo/topo.h>

#include "test.h"

enum { NS = 1000 /* ps */, US = 1000 * NS, THREADS = 16, KIB = 1024 };

/* Figures of which sums are easy: a KiB takes 1 us on a link, 100 ns within a region. */
static void make(struct upcr_platform platform) {
  static char err[512];
  struct upcr_topo_config config = {.threads = THREADS, .machine = "machine:4 numa:2 core:2"};
  CHECK(upcr_topo_create(&config, err, sizeof err) == 0);
  platform.regions = platform.cores = 2;
  platform.region_latency = 50 * NS;
  platform.node_latency = 80 * NS;
  platform.region_byte = 100 * NS;
  platform.node_byte = 200 * NS;
  platform.overhead = 300 * NS;
  platform.network_latency = 2 * US;
  platform.network_byte = 1 * US;
  upcr_platform = platform;
  CHECK(upcr_sim_model_create(THREADS) == 0);
}

static void check_places(void) {
  make((struct upcr_platform){0});
  CHECK(upcr_sim_nodes() == 4 && upcr_sim_node_of(0) == 0 && upcr_sim_node_of(3) == 0 &&
        upcr_sim_node_of(4) == 1);
  CHECK(upcr_sim_line(0, 1) == 50 * NS && upcr_sim_line(0, 2) == 80 * NS);
}

static void check_copies(void) {
  make((struct upcr_platform){0});
  CHECK(upcr_sim_copy(0, 0, KIB, 7) == 7 + 100 * NS);
  CHECK(upcr_sim_copy(0, 1, KIB, 0) == 150 * NS);
  CHECK(upcr_sim_copy(0, 2, KIB, 0) == 280 * NS);
  CHECK(upcr_sim_copy(0, 1, KIB, 0) ==
        150 * NS); /* without a limit, copies do not wait for each other */
  make((struct upcr_platform){.memory_byte = 80 * NS});
  CHECK(upcr_sim_copy(0, 1, KIB, 0) == 150 * NS);
  CHECK(upcr_sim_copy(1, 0, KIB, 0) == 160 * NS); /* the memory has served two */
  CHECK(upcr_sim_copy(2, 3, KIB, 0) == 150 * NS); /* another region's */
  CHECK(upcr_sim_copy(0, 1, KIB, US) == US + 150 * NS);
}

static void check_links(void) {
  make((struct upcr_platform){0});
  CHECK(upcr_sim_message(0, 1, KIB, 0) ==
        3 * US); /* cut through: the wires, and one time of the link */
  CHECK(upcr_sim_message(0, 2, KIB, 0) == 4 * US); /* waits for the first */
  CHECK(upcr_sim_message(3, 1, KIB, 0) == 4 * US); /* waits where it comes in */
  CHECK(upcr_sim_message(1, 0, KIB, 0) == 3 * US); /* the other direction is free */
  CHECK(upcr_sim_message(0, 1, KIB, 100 * US) == 103 * US);
  CHECK(upcr_sim_latency(0, 1, KIB) == 3 * US + 600 * NS); /* alone, with both processors */
  make((struct upcr_platform){.network_gap = 10 * US});
  CHECK(upcr_sim_message(0, 1, 0, 0) == 12 * US && upcr_sim_message(0, 2, 0, 0) == 22 * US);
}

static void check_groups(void) {
  make((struct upcr_platform){.group_nodes = 2, .group_latency = 5 * US});
  CHECK(upcr_sim_message(0, 1, KIB, 0) == 3 * US &&
        upcr_sim_message(2, 1, KIB, 10 * US) == 18 * US);
  /* The group's link is slower than a node's, and both nodes of the group use it. */
  make((struct upcr_platform){.group_nodes = 2, .group_byte = 4 * US});
  CHECK(upcr_sim_message(0, 2, KIB, 0) == 6 * US && upcr_sim_message(1, 3, KIB, 0) == 10 * US);
}

static void check_slow(void) {
  struct upcr_platform p = {.slow_links = 1, .slow_nodes = 1};
  p.slow_link[0] = (struct upcr_sim_slow){1, 10};
  p.slow_node[0] = (struct upcr_sim_slow){2, 3};
  make(p);
  CHECK(upcr_sim_message(0, 1, KIB, 0) == 12 * US && upcr_sim_message(2, 3, KIB, 0) == 3 * US);
  CHECK(upcr_sim_message(1, 3, KIB, 0) == 12 * US);
  CHECK(upcr_sim_slowness(2) == 3 && upcr_sim_slowness(1) == 1);
}

/* Jitter only makes messages later, by its part at most, the same way for the same seed; messages
 * between two nodes stay in order. */
static void times(struct upcr_platform platform, int64_t *at) {
  make(platform);
  for (int i = 0; i < 100; i++)
    at[i] = upcr_sim_message(i % 4, (i + 1) % 4, KIB, i * 10 * US) - i * 10 * US;
}

static void check_jitter(void) {
  int64_t one[100], again[100], other[100];
  struct upcr_platform p = {.jitter = 0.5, .seed = 5};
  times(p, one);
  times(p, again);
  p.seed = 6;
  times(p, other);
  CHECK(memcmp(one, again, sizeof one) == 0 && memcmp(one, other, sizeof one) != 0);
  int64_t least = one[0], most = one[0];
  for (int i = 0; i < 100; i++) {
    least = one[i] < least ? one[i] : least;
    most = one[i] > most ? one[i] : most;
  }
  CHECK(least >= 3 * US && most <= 3 * US + 3 * US / 2 && most - least > 3 * US / 4);
  p.jitter = 10;
  make(p);
  int64_t last = 0;
  for (int i = 0; i < 100; i++) {
    int64_t at = upcr_sim_message(0, 1, 1, i);
    CHECK(at > last);
    last = at;
  }
}

int main(void) {
  check_places();
  check_copies();
  check_links();
  check_groups();
  check_slow();
  check_jitter();
  return test_report();
}
