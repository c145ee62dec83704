/* SPDX-License-Identifier: Apache-2.0 */
/* The machine: the processors that the job may use, their cores and NUMA regions; sets of
 * processors; the model's name; memory of a region. */
#ifndef UPCR_TOPO_MACHINE_H
#define UPCR_TOPO_MACHINE_H

#include <stddef.h>

enum { UPCR_CPUS_MAX = 1 << 14 };

struct upcr_cpus {
  unsigned long word[UPCR_CPUS_MAX / (8 * sizeof(unsigned long))];
};

/* Membership, addition and size of a set. has: 0 for numbers outside 0..UPCR_CPUS_MAX-1. */
int upcr_cpus_has(const struct upcr_cpus *set, int cpu);
void upcr_cpus_add(struct upcr_cpus *set, int cpu);
int upcr_cpus_count(const struct upcr_cpus *set);

/* The processors on which the calling pthread may run (taskset, control groups); empty if
 * unknown. */
void upcr_cpus_allowed(struct upcr_cpus *set);

/* Binds the calling pthread. Returns 0, or -1 with errno. */
int upcr_cpus_bind(const struct upcr_cpus *set);

/* Reads numbers and ranges "0,2,4-7" at *text up to the end or `stop`, calls add(cpu, arg) for each
 * in order and moves *text there. Returns 0, or -1 on a malformed number, a range that goes down,
 * or a number of UPCR_CPUS_MAX and more. */
int upcr_cpus_parse(const char **text, char stop, void (*add)(int cpu, void *arg), void *arg);

/* Writes the set as "0,2,4-7", truncated by "..." if outlen is too small. outlen >= 8. Returns
 * out. */
const char *upcr_cpus_format(const struct upcr_cpus *set, char *out, size_t outlen);

struct upcr_processor {
  int os;     /* the system's number */
  int core;   /* 0..cores-1; processors of one core share its execution units */
  int region; /* 0..regions-1: the NUMA region whose memory is nearest */
};

/* Processors are ordered by region, core and number, so those of a core and of a region are
 * contiguous. */
struct upcr_machine {
  struct upcr_processor *processor; /* [processors] */
  int processors, cores, regions;
  int *region_os;  /* [regions]: the system's number of the region, for the binding of memory; -1:
                    * unknown */
  int synthetic;   /* described by the user: nothing is bound */
  char source[64]; /* the source of this description, for messages */
};

/* Describes the machine by the affinity mask alone: a core for each processor, one region. Returns
 * 0, or -1 if memory runs out. */
int upcr_machine_flat(struct upcr_machine *machine, const struct upcr_cpus *allowed);

/* Reads the machine through hwloc: this machine's processors in `allowed`, or all of the machine
 * that `synthetic` describes in hwloc's format (0: this one). Returns 0, or -1 after writing why to
 * err[errlen]. */
int upcr_machine_hwloc(struct upcr_machine *machine, const struct upcr_cpus *allowed,
                       const char *synthetic, char *err, size_t errlen);

/* Number of online NUMA regions according to /sys; 1 if unknown. */
int upcr_machine_regions_online(void);

/* Sorts the processors and renumbers hwloc's cores and regions from 0 without gaps. */
void upcr_machine_renumber(struct upcr_machine *machine);

/* Frees the description's memory. */
void upcr_machine_free(struct upcr_machine *machine);

/* Writes the model of the machine's processors to name[n], such as "AMD EPYC 7763 64-Core
 * Processor"; if the system has none, the architecture and the processor's part number. Never
 * empty. */
const char *upcr_processor_name(char *name, size_t n);

/* The same from the text of /proc/cpuinfo; 0: it has neither. */
const char *upcr_processor_name_in(const char *cpuinfo, char *name, size_t n);

enum { UPCR_REGIONS_MAX = 1024 };

/* Makes the system allocate future pages of [start, start + bytes) in the region's memory while it
 * has some, whichever thread touches them first; for shared memory in all processes. start:
 * page-aligned. region: the system's number, below UPCR_REGIONS_MAX. Returns 0, or -1 with
 * errno. */
int upcr_memory_prefer(void *start, size_t bytes, int region);

#endif
