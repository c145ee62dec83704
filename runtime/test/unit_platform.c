/* SPDX-License-Identifier: Apache-2.0 */
/* Platform files: what is read, and that everything else is refused with the file, the line, the
 * value and what may be there. */
#include <sim/platform.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "test.h"

#define NEEDED                                                                                     \
  "regions = 2 printed in table 1\ncores = 4\nregion.latency = 100 ns fitted\nregion.bandwidth = " \
  "10 GB/s\n"                                                                                      \
  "network.latency = 1.5 us assumed\nnetwork.bandwidth = 800 MB/s\n"

static char file[] = "/tmp/unit_platform.XXXXXX", err[512];
static struct upcr_platform platform;

static int read_bytes(const char *text, size_t n, const char *changes) {
  FILE *f = fopen(file, "w");
  char name[256];
  if (!f || fwrite(text, 1, n, f) != n || fclose(f) != 0)
    abort();
  snprintf(name, sizeof name, "%s%s%s", file, *changes ? "," : "", changes);
  return upcr_platform_read(&platform, name, err, sizeof err);
}

static int reads(const char *text, const char *changes) {
  int ok = read_bytes(text, strlen(text), changes) == 0;
  if (!ok)
    fprintf(stderr, "%s\n", err);
  return ok;
}

/* `says` follows the file's name. */
static int refused_bytes(const char *text, size_t n, const char *changes, const char *says) {
  int ok = read_bytes(text, n, changes) != 0 && strncmp(err, file, strlen(file)) == 0 &&
           strncmp(err + strlen(file), says, strlen(says)) == 0;
  if (!ok)
    fprintf(stderr, "%s, not %s\n", err, says);
  return ok;
}

static int refused(const char *text, const char *says) {
  return refused_bytes(text, strlen(text), "", says);
}

static int refused_change(const char *changes, const char *says) {
  return refused_bytes(NEEDED, sizeof NEEDED - 1, changes, says);
}

static void check_values(void) {
  CHECK(reads(NEEDED, ""));
  CHECK(platform.regions == 2 && platform.cores == 4 && platform.nodes == 0);
  CHECK(platform.region_latency == 100000 && platform.network_latency == 1500000);
  CHECK(platform.region_byte == 100 * UPCR_SIM_PER_BYTE &&
        platform.network_byte == 1250 * UPCR_SIM_PER_BYTE);
  CHECK(platform.node_latency == platform.region_latency &&
        platform.node_byte == platform.region_byte &&
        platform.fold_byte == platform.region_byte); /* defaults */
  CHECK(platform.memory_byte == 0 && platform.overhead == 0 && platform.jitter == 0 &&
        platform.slow_nodes == 0);
  CHECK(reads(NEEDED "\n  # a comment\nname = one # another\nslow.node = 1:2\nslow.node = "
                     "3:1.5\nslow.link = 0:4\n",
              ""));
  CHECK(strcmp(platform.name, "one") == 0 && platform.slow_nodes == 2 && platform.slow_links == 1);
  CHECK(platform.slow_node[1].node == 3 && platform.slow_node[1].factor == 1.5 &&
        platform.slow_link[0].factor == 4);
}

static void check_changes(void) {
  CHECK(reads(NEEDED, "cores=8,network.latency=2ms,jitter=20,seed=7,slow.link=2:3"));
  CHECK(platform.cores == 8 && platform.network_latency == 2000000000 && platform.jitter == 0.2 &&
        platform.seed == 7);
  CHECK(refused_change("cores=8,cores=9", ": 'cores' is given twice (upcrun -sim)"));
  CHECK(refused_change("cores", ": 'cores' must be KEY=VALUE"));
  CHECK(refused_change("cores=", ": 'cores=' must be KEY=VALUE"));
  CHECK(refused_change("cores=4GB/s", ": cores is '4GB/s' and must be a number"));
  CHECK(refused_change("overhead=3", ": overhead is '3' and must have a unit: ns, us or ms"));
  CHECK(refused_change("overhead=us", ": overhead is '' and must be a number"));
  CHECK(refused_change("bandwith=3", ": 'bandwith' is no key of a platform"));
  CHECK(refused_change("slow.node=1:2,slow.node=1:3",
                       ": slow.node: '1:3' is the second factor of this node"));
  CHECK(
      refused_change("slow.node=1:0.5",
                     ": slow.node is '1:0.5' and must be NODE:FACTOR, a factor from 1 to 1000000"));
  CHECK(refused_change("slow.node=99999999999999999999:2", ": slow.node is"));
}

static void check_lines(void) {
  CHECK(refused("regions = 2\ncore = 4\n", ":2: 'core' is no key of a platform"));
  CHECK(refused("regions\n", ":1: 'regions' must be followed by = and a value"));
  CHECK(refused("regions = 2\n\nregions = 2\n",
                ":3: 'regions' is given already in line 1 (upcrun -sim)"));
  CHECK(refused("overhead = 3\n", ":1: overhead is '3' and must have a unit: ns, us or ms"));
  CHECK(
      refused("overhead = 3 printed\n", ":1: overhead is '3' and must have a unit: ns, us or ms"));
  CHECK(refused("overhead = 3 s\n", ":1: overhead: 's' is no unit of time: ns, us or ms"));
  CHECK(refused("node.bandwidth = 3 ns\n",
                ":1: node.bandwidth: 'ns' is no unit of bandwidth: GB/s or MB/s"));
  CHECK(refused("node.bandwidth = 3 fitted\n",
                ":1: node.bandwidth is '3' and must have a unit: GB/s or MB/s"));
  CHECK(refused("cores = 4 ns\n", ":1: cores: 'ns' is no source: printed, fitted or assumed"));
  CHECK(refused("cores = 4.5\n", ":1: cores is '4.5' and must be a whole number"));
  CHECK(refused("cores = 0x10\n", ":1: cores is '0x10' and must be a number"));
  CHECK(refused("cores = inf\n", ":1: cores is 'inf' and must be a number"));
  CHECK(refused("cores = 1025\n", ":1: cores is '1025' and must be from 1 to 1024"));
  CHECK(refused("jitter = 1001\n", ":1: jitter is '1001' and must be from 0 to 1000 %"));
  CHECK(refused("name = two words\n", ":1: name: 'words' is no source"));
}

static void check_long(void) {
  char line[2048];
  memset(line, ' ', sizeof line);
  memcpy(line, "cores = 4", 9);
  line[510] = '\n';
  CHECK(refused_bytes(line, 511, "", ": 'regions' must be given: 1 to 1024")); /* the longest */
  line[510] = ' ', line[511] = '\n';
  CHECK(refused_bytes(line, 512, "",
                      ":1: 'cores = 4               ' begins a line of more than 510 bytes"));
  CHECK(refused_bytes("cores = 4\0\n", 11, "",
                      ":1: 'cores = 4' begins a line of more than 510 bytes, or with a null"));
  memset(line, 'x', 64);
  memcpy(line, "name = ", 7);
  line[71] = 0;
  memset(line + 64, 'x', 7);
  CHECK(refused(line, ":1: name is 'xxx"));
}

static void check_needed(void) {
  CHECK(refused("", ": 'regions' must be given: 1 to 1024 (upcrun -sim)"));
  CHECK(refused("regions = 2\ncores = 4\nregion.latency = 1 ns\n",
                ": 'region.bandwidth' must be given: 0.001 to 100000 GB/s"));
  CHECK(refused(NEEDED "group.latency = 1 us\n", ": 'group.latency' requires group.nodes"));
  CHECK(refused_change("group.bandwidth=3GB/s", ": 'group.bandwidth' requires group.nodes"));
  CHECK(upcr_platform_read(&platform, "/nowhere/p", err, sizeof err) != 0 &&
        strstr(err, "No such file"));
}

static uint32_t digest(const char *text, const char *changes) {
  CHECK(reads(text, changes));
  return upcr_platform_digest(&platform);
}

/* The data by which a table of measured choices is found and kept. */
static void check_digest(void) {
  uint32_t plain = digest(NEEDED, "");
  CHECK(strncmp(platform.file, "unit_platform.", 14) == 0 && platform.changes == 0);
  CHECK(strcmp(platform.name, platform.file) == 0);
  CHECK(digest("# edited\nname = other\n" NEEDED, "") == plain);
  CHECK(strcmp(platform.name, "other") == 0);
  CHECK(digest(NEEDED "overhead = 1 ns\n", "") != plain);
  CHECK(digest(NEEDED, "cores=4") == plain && platform.changes == 1);
  CHECK(digest(NEEDED, "cores=5,jitter=1") != plain && platform.changes == 2);
  CHECK(digest(NEEDED "slow.node = 1:2\n", "") != digest(NEEDED "slow.link = 1:2\n", ""));
}

int main(void) {
  int f = mkstemp(file);
  CHECK(f >= 0);
  close(f);
  check_values();
  check_changes();
  check_digest();
  check_lines();
  check_long();
  check_needed();
  unlink(file);
  return test_report();
}
