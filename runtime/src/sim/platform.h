/* SPDX-License-Identifier: Apache-2.0 */
/* A simulated machine, read from a platform file (docs/simulation.md has the format). Times are in
 * picoseconds, times per byte in picoseconds / 1024, so that sums are exact. */
#ifndef UPCR_SIM_PLATFORM_H
#define UPCR_SIM_PLATFORM_H

#include <stddef.h>
#include <stdint.h>

enum { UPCR_SIM_SLOW_MAX = 16, UPCR_SIM_PER_BYTE = 1024 };

/* A slow node, or the slow link of a node. */
struct upcr_sim_slow {
  int64_t node;
  double factor; /* >= 1 */
};

struct upcr_platform {
  char name[64];
  char file[64]; /* without folder and ".platform" */
  /* A node: NUMA regions of cores. */
  int64_t regions, cores; /* of a node; of a region */
  int64_t nodes;          /* limit; 0: none */
  /* Between two cores of a region, and between regions: a cache line, and a byte of a copy. */
  int64_t region_latency, node_latency;
  int64_t region_byte, node_byte;
  int64_t memory_byte; /* of all copies of a region together; 0: no limit */
  /* A copy of at most cache_size bytes is served by caches and takes no memory bandwidth; a byte of
   * a larger one takes at least uncached_byte. 0: no copy is served by caches. */
  int64_t cache_size, uncached_byte;
  int64_t fold_byte; /* of a reduction */
  /* Between nodes. */
  int64_t overhead;         /* processor time of a message, on either side */
  int64_t read_overhead;    /* of the target for each read, one at a time; 0: the network answers */
  int64_t receive_overhead; /* of the target thread for each message, one at a time */
  int64_t process_threads;  /* threads that share an endpoint of the network */
  int64_t process_lock;     /* time for which a message holds the endpoint */
  int64_t eager_most;       /* bytes that travel in a signal to another node */
  int64_t network_latency;  /* of the wires and switches */
  int64_t network_gap;      /* between two messages of a node */
  int64_t network_byte;     /* of a node's link */
  int64_t group_nodes;      /* nodes of a switch; 0: one switch for all */
  int64_t group_latency;    /* added between groups */
  int64_t group_byte;       /* of the links of a group together; 0: no limit */
  int64_t pair_byte;        /* of the links between two groups; 0: no limit */
  /* Disturbances. */
  double jitter; /* a message takes up to this fraction longer, drawn from the seed */
  int64_t seed;
  struct upcr_sim_slow slow_node[UPCR_SIM_SLOW_MAX], slow_link[UPCR_SIM_SLOW_MAX];
  int slow_nodes, slow_links;
  int64_t changes; /* keys given after the file's name */
};

/* Reads "FILE[,KEY=VALUE...]": the file, then changes of it. Returns 0, or -1 after writing file,
 * line, value and the valid values to err[errlen]. */
int upcr_platform_read(struct upcr_platform *platform, const char *text, char *err, size_t errlen);

/* Digest of all values except the names. Comments do not change it. */
uint32_t upcr_platform_digest(const struct upcr_platform *platform);

#endif
