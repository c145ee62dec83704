/* SPDX-License-Identifier: Apache-2.0 */
/* Sets of processors, by the numbers that the system gives them. */
#ifndef UPCR_TOPO_CPUS_H
#define UPCR_TOPO_CPUS_H

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

#endif
