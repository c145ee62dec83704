/* SPDX-License-Identifier: Apache-2.0 */
/* The processors that the job may use: where they are, sets of them, and their name. */
#ifndef UPCR_TOPO_MACHINE_H
#define UPCR_TOPO_MACHINE_H

#include <stddef.h>

enum { UPCR_CPUS_MAX = 1 << 14 };

struct upcr_cpus {
  unsigned long word[UPCR_CPUS_MAX / (8 * sizeof(unsigned long))];
};

int upcr_cpus_has(const struct upcr_cpus *set,
                  int cpu); /* 0 for numbers outside 0..UPCR_CPUS_MAX-1 */
void upcr_cpus_add(struct upcr_cpus *set, int cpu);
int upcr_cpus_count(const struct upcr_cpus *set);

/* The processors that the calling pthread may run on (taskset, control groups); empty where the
 * system does not say. */
void upcr_cpus_allowed(struct upcr_cpus *set);

/* Binds the calling pthread. Returns 0, or -1 with errno. */
int upcr_cpus_bind(const struct upcr_cpus *set);

/* Reads numbers and ranges "0,2,4-7" at *text up to the end or `stop`, calls add(cpu, arg) for each
 * in order and moves *text there. Returns 0, or -1 on a malformed number, a range that goes down,
 * or a number of UPCR_CPUS_MAX and more. */
int upcr_cpus_parse(const char **text, char stop, void (*add)(int cpu, void *arg), void *arg);

/* Writes the set as "0,2,4-7", cut off by "..." where outlen is too small. outlen >= 8. Returns
 * out. */
const char *upcr_cpus_format(const struct upcr_cpus *set, char *out, size_t outlen);

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

/* Writes the model of the machine's processors to name[n], such as "AMD EPYC 7763 64-Core
 * Processor"; where the system tells none, the architecture with the processor's part number. Never
 * empty. */
const char *upcr_processor_name(char *name, size_t n);

/* The same from the text of /proc/cpuinfo; 0: it has neither. */
const char *upcr_processor_name_in(const char *cpuinfo, char *name, size_t n);

#endif
