/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "machine.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>

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

int upcr_machine_flat(struct upcr_machine *machine, const struct upcr_cpus *allowed) {
  int count = upcr_cpus_count(allowed), n = 0;
  if (count == 0)
    count = 1;
  *machine = (struct upcr_machine){
      .processors = count, .cores = count, .regions = 1, .source = "the affinity mask"};
  machine->processor = calloc((size_t)count, sizeof *machine->processor);
  machine->region_os = malloc(sizeof *machine->region_os);
  if (!machine->processor || !machine->region_os) {
    upcr_machine_free(machine);
    return -1;
  }
  machine->region_os[0] = -1;
  for (int cpu = 0; cpu < UPCR_CPUS_MAX && n < count; cpu++)
    if (upcr_cpus_has(allowed, cpu)) {
      machine->processor[n] = (struct upcr_processor){.os = cpu, .core = n};
      n++;
    }
  return 0;
}

void upcr_machine_free(struct upcr_machine *machine) {
  free(machine->processor);
  free(machine->region_os);
  machine->processor = 0;
  machine->region_os = 0;
}

static int by_place(const void *a, const void *b) {
  const struct upcr_processor *x = a, *y = b;
  if (x->region != y->region)
    return x->region < y->region ? -1 : 1;
  if (x->core != y->core)
    return x->core < y->core ? -1 : 1;
  return (x->os > y->os) - (x->os < y->os);
}

void upcr_machine_renumber(struct upcr_machine *machine) {
  int region = -1, core = -1, old_region = -1, old_core = -1;
  qsort(machine->processor, (size_t)machine->processors, sizeof *machine->processor, by_place);
  for (int i = 0; i < machine->processors; i++) {
    struct upcr_processor *p = &machine->processor[i];
    if (p->region != old_region) {
      machine->region_os[++region] =
          machine->region_os[p->region]; /* region <= p->region: already read */
      old_core = -1;
    }
    if (p->core != old_core)
      core++;
    old_region = p->region;
    old_core = p->core;
    p->region = region;
    p->core = core;
  }
  machine->regions = region + 1;
  machine->cores = core + 1;
}

static void count_region(int cpu, void *count) {
  (void)cpu;
  ++*(int *)count;
}

int upcr_machine_regions_online(void) {
  char text[4096];
  int count = 0;
  FILE *file = fopen("/sys/devices/system/node/online", "re");
  if (!file)
    return 1;
  const char *at = fgets(text, sizeof text, file);
  fclose(file);
  return at && upcr_cpus_parse(&at, '\n', count_region, &count) == 0 ? count : 1;
}

/* Copies the value of the first line "key : value" to out[n], or returns 0. */
static const char *value_of(const char *text, const char *key, char *out, size_t n) {
  size_t length = strlen(key);
  for (const char *line = text; *line; line += strcspn(line, "\n"), line += *line == '\n') {
    if (strncmp(line, key, length) != 0)
      continue;
    const char *value = line + length + strspn(line + length, " \t");
    if (*value != ':')
      continue;
    value += 1 + strspn(value + 1, " \t");
    size_t size = strcspn(value, "\n");
    snprintf(out, n, "%.*s", (int)size, value);
    return size ? out : 0;
  }
  return 0;
}

const char *upcr_processor_name_in(const char *cpuinfo, char *name, size_t n) {
  char maker[40], part[40];
  if (value_of(cpuinfo, "model name", name, n))
    return name;
  if (!value_of(cpuinfo, "CPU implementer", maker, sizeof maker) ||
      !value_of(cpuinfo, "CPU part", part, sizeof part))
    return 0;
  snprintf(name, n, "implementer %s part %s", maker, part);
  return name;
}

const char *upcr_processor_name(char *name, size_t n) {
  char text[4096]; /* the first processors suffice: the system generates the file as it is read */
  int fd = open("/proc/cpuinfo", O_RDONLY | O_CLOEXEC);
  ssize_t got = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
  if (fd >= 0)
    close(fd);
  text[got > 0 ? got : 0] = 0;
  if (upcr_processor_name_in(text, name, n))
    return name;
  struct utsname system;
  snprintf(name, n, "%s", uname(&system) == 0 ? system.machine : "unknown");
  return name;
}

/* A system call: libnuma would be another dependence. */
int upcr_memory_prefer(void *start, size_t bytes, int region) {
  enum { PREFERRED = 1 }; /* linux/mempolicy.h, which not every system has */
  unsigned long mask[UPCR_REGIONS_MAX / WORD_BITS] = {0};
  if (region < 0 || region >= UPCR_REGIONS_MAX) {
    errno = EINVAL;
    return -1;
  }
  mask[region / (int)WORD_BITS] = 1ul << region % (int)WORD_BITS;
  return (int)syscall(SYS_mbind, start, bytes, PREFERRED, mask, (unsigned long)UPCR_REGIONS_MAX, 0);
}
