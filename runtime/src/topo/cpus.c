/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "cpus.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORD_BITS = 8 * sizeof(unsigned long) };

_Static_assert(sizeof(unsigned long) == sizeof(((cpu_set_t *)0)->__bits[0]),
               "a set is laid out as cpu_set_t is");

int upcr_cpus_has(const struct upcr_cpus *set, int cpu) {
  return cpu >= 0 && cpu < UPCR_CPUS_MAX && (set->word[cpu / WORD_BITS] >> cpu % WORD_BITS & 1);
}

void upcr_cpus_add(struct upcr_cpus *set, int cpu) {
  set->word[cpu / WORD_BITS] |= 1ul << cpu % WORD_BITS;
}

int upcr_cpus_count(const struct upcr_cpus *set) {
  int count = 0;
  for (size_t i = 0; i < sizeof set->word / sizeof *set->word; i++)
    count += __builtin_popcountl(set->word[i]);
  return count;
}

void upcr_cpus_allowed(struct upcr_cpus *set) {
  memset(set, 0, sizeof *set);
  if (sched_getaffinity(0, sizeof set->word, (cpu_set_t *)(void *)set->word) != 0)
    memset(set, 0, sizeof *set);
}

int upcr_cpus_bind(const struct upcr_cpus *set) {
  return sched_setaffinity(0, sizeof set->word, (const cpu_set_t *)(const void *)set->word);
}

/* A number below UPCR_CPUS_MAX at *text, or -1. */
static int read_cpu(const char **text) {
  char *end;
  if (**text < '0' || **text > '9')
    return -1;
  unsigned long value = strtoul(*text, &end, 10);
  *text = end;
  return value < UPCR_CPUS_MAX ? (int)value : -1;
}

int upcr_cpus_parse(const char **text, char stop, void (*add)(int cpu, void *arg), void *arg) {
  for (;; ++*text) {
    int first = read_cpu(text), last = first;
    if (**text == '-') {
      ++*text;
      last = read_cpu(text);
    }
    if (first < 0 || last < first)
      return -1;
    for (int cpu = first; cpu <= last; cpu++)
      add(cpu, arg);
    if (**text != ',')
      return **text == 0 || **text == stop ? 0 : -1;
  }
}

const char *upcr_cpus_format(const struct upcr_cpus *set, char *out, size_t outlen) {
  size_t n = 0;
  out[0] = 0;
  for (int cpu = 0; cpu < UPCR_CPUS_MAX; cpu++) {
    if (!upcr_cpus_has(set, cpu))
      continue;
    int first = cpu;
    while (upcr_cpus_has(set, cpu + 1))
      cpu++;
    char range[32];
    int length = first == cpu ? snprintf(range, sizeof range, "%s%d", n ? "," : "", cpu)
                              : snprintf(range, sizeof range, "%s%d-%d", n ? "," : "", first, cpu);
    if (n + (size_t)length + sizeof "..." > outlen) {
      strcpy(out + n, "...");
      break;
    }
    memcpy(out + n, range, (size_t)length + 1);
    n += (size_t)length;
  }
  return out;
}
