/* SPDX-License-Identifier: Apache-2.0 */
/* The processors that the job may use, and where they are. */
#ifndef UPCR_TOPO_MACHINE_H
#define UPCR_TOPO_MACHINE_H

#include <stddef.h>

#include "cpus.h"

struct upcr_processor {
  int os;     /* the system's number */
  int core;   /* 0..cores-1; processors of one core share its execution units */
  int region; /* 0..regions-1: the NUMA region whose memory is nearest */
};

/* Processors are ordered by region, core and number: those of a core and of a region lie together.
 */
struct upcr_machine {
  struct upcr_processor *processor; /* [processors] */
  int processors, cores, regions;
  int *region_os;  /* [regions]: the system's number of the region, for the binding of memory; -1:
                      not known */
  int synthetic;   /* described by the user: nothing can be bound to it */
  char source[64]; /* what is known and from whom, for people */
};

/* One core a processor, one region: what the affinity mask alone tells. Returns 0, or -1 if memory
 * runs out. */
int upcr_machine_flat(struct upcr_machine *machine, const struct upcr_cpus *allowed);

/* Reads the machine through hwloc: this one's processors that are in `allowed`, or all of the one
 * that `synthetic` describes in hwloc's words (0: this one). Returns 0, or -1 after writing why to
 * err[errlen]. */
int upcr_machine_hwloc(struct upcr_machine *machine, const struct upcr_cpus *allowed,
                       const char *synthetic, char *err, size_t errlen);

/* Number of NUMA regions that are switched on, as /sys tells; 1 where it does not. */
int upcr_machine_regions_online(void);

/* Sorts the processors and renumbers cores and regions from 0 without gaps; what is there is
 * numbered by hwloc. */
void upcr_machine_renumber(struct upcr_machine *machine);

void upcr_machine_free(struct upcr_machine *machine);

#endif
