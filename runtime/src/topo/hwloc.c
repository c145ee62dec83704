/* SPDX-License-Identifier: Apache-2.0 */
/* The machine as hwloc sees it.
 *
 * User programs are not linked with hwloc: it is loaded if it is needed, before the job's processes
 * are forked, and closed again (docs/decisions/hwloc.md). Programs linked with -static have no
 * loader (loader.c), and do without hwloc. */
#define _GNU_SOURCE
#include "machine.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The second is in a folder for each architecture, and missing when cross-compiling. */
#if __has_include(<hwloc.h>) && __has_include(<hwloc/autogen/config.h>)
#include <hwloc.h>

#include "../base/log.h"
#include "../base/settings.h"
#include "loader.h"

#pragma weak upcr_loader

/* Versions 2.x: the number in the library's name is that of the binary interface. */
#define LIBRARY "libhwloc.so.15"

#define FUNCTIONS(F)                                                                               \
  F(topology_init)                                                                                 \
  F(topology_destroy)                                                                              \
  F(topology_set_all_types_filter)                                                                 \
  F(topology_set_type_filter)                                                                      \
  F(topology_set_synthetic)                                                                        \
  F(topology_load)                                                                                 \
  F(get_type_depth)                                                                                \
  F(get_nbobjs_by_depth)                                                                           \
  F(get_obj_by_depth)                                                                              \
  F(bitmap_isset)                                                                                  \
  F(get_api_version)

#define DECLARE(name) __typeof__(hwloc_##name) *name;
static struct {
  void *handle;
  FUNCTIONS(DECLARE)
} lib;

/* hwloc's variables name files to read and folders of libraries to load. */
static void forget_variables(void) {
  char name[64];
  for (char **at = environ; *at;) {
    size_t n = strcspn(*at, "=");
    bool of_hwloc = strncmp(*at, "HWLOC_", 6) == 0 && n < sizeof name;
    snprintf(name, sizeof name, "%.*s", (int)n, *at);
    if (!of_hwloc || unsetenv(name) != 0)
      at++;
  }
}

static int open_library(char *err, size_t errlen) {
  if (upcr_has_others_rights())
    forget_variables();
  if (&upcr_loader == 0)
    return upcr_fail(err, errlen, "a program linked with -static cannot load %s", LIBRARY);
  lib.handle = upcr_loader.open(LIBRARY);
  if (!lib.handle)
    return upcr_fail(err, errlen, "%s is not installed (Debian, Ubuntu: libhwloc15)", LIBRARY);
#define FIND(name)                                                                                 \
  if (!(lib.name = (__typeof__(hwloc_##name) *)upcr_loader.find(lib.handle, "hwloc_" #name)))      \
    return upcr_fail(err, errlen, "%s has no hwloc_%s", LIBRARY, #name);
  FUNCTIONS(FIND)
  return 0;
}

/* Caches and devices are left out. Groups are kept: a region is the object that contains it. */
static int load(hwloc_topology_t topology, const char *synthetic, char *err, size_t errlen) {
  lib.topology_set_all_types_filter(topology, HWLOC_TYPE_FILTER_KEEP_NONE);
  lib.topology_set_type_filter(topology, HWLOC_OBJ_CORE, HWLOC_TYPE_FILTER_KEEP_ALL);
  lib.topology_set_type_filter(topology, HWLOC_OBJ_PACKAGE, HWLOC_TYPE_FILTER_KEEP_ALL);
  lib.topology_set_type_filter(topology, HWLOC_OBJ_GROUP, HWLOC_TYPE_FILTER_KEEP_STRUCTURE);
  if (synthetic && lib.topology_set_synthetic(topology, synthetic) != 0)
    return upcr_fail(err, errlen,
                     "hwloc cannot parse this topology: write levels with their counts, "
                     "such as numa:2 core:4 "
                     "or numa:2 core:4 pu:2");
  if (lib.topology_load(topology) != 0)
    return upcr_fail(err, errlen, "hwloc cannot read the machine");
  return 0;
}

/* The lowest-numbered region of ordinary memory local to the processor. */
static int region_of(hwloc_topology_t topology, unsigned os, int regions) {
  int best = 0;
  unsigned least = ~0u;
  for (int i = 0; i < regions; i++) {
    hwloc_obj_t node = lib.get_obj_by_depth(topology, HWLOC_TYPE_DEPTH_NUMANODE, (unsigned)i);
    if (lib.bitmap_isset(node->cpuset, os) && node->os_index < least) {
      least = node->os_index;
      best = i;
    }
  }
  return best;
}

/* The logical number of a processor's core; on a machine without cores each processor counts as
 * one. */
static int core_of(hwloc_obj_t pu) {
  for (hwloc_obj_t at = pu; at; at = at->parent)
    if (at->type == HWLOC_OBJ_CORE)
      return (int)at->logical_index;
  return (int)pu->logical_index;
}

static int fill(struct upcr_machine *machine, hwloc_topology_t topology,
                const struct upcr_cpus *allowed, char *err, size_t errlen) {
  int regions = lib.get_nbobjs_by_depth(topology, HWLOC_TYPE_DEPTH_NUMANODE);
  int depth = lib.get_type_depth(topology, HWLOC_OBJ_PU),
      count = lib.get_nbobjs_by_depth(topology, depth);
  machine->processor = calloc((size_t)count, sizeof *machine->processor);
  machine->region_os = calloc((size_t)regions, sizeof *machine->region_os);
  if (!machine->processor || !machine->region_os)
    return upcr_fail(err, errlen, "out of memory");
  for (int i = 0; i < regions; i++)
    machine->region_os[i] =
        (int)lib.get_obj_by_depth(topology, HWLOC_TYPE_DEPTH_NUMANODE, (unsigned)i)->os_index;
  for (int i = 0; i < count; i++) {
    hwloc_obj_t pu = lib.get_obj_by_depth(topology, depth, (unsigned)i);
    if (pu->os_index < UPCR_CPUS_MAX &&
        (machine->synthetic || upcr_cpus_has(allowed, (int)pu->os_index)))
      machine->processor[machine->processors++] =
          (struct upcr_processor){.os = (int)pu->os_index,
                                  .core = core_of(pu),
                                  .region = region_of(topology, pu->os_index, regions)};
  }
  if (machine->processors == 0)
    return upcr_fail(err, errlen, "hwloc knows none of the processors that this job may use");
  upcr_machine_renumber(machine);
  unsigned version = lib.get_api_version();
  snprintf(machine->source, sizeof machine->source, "hwloc (interface %u.%u)%s", version >> 16,
           version >> 8 & 0xff, machine->synthetic ? ", as described" : "");
  return 0;
}

int upcr_machine_hwloc(struct upcr_machine *machine, const struct upcr_cpus *allowed,
                       const char *synthetic, char *err, size_t errlen) {
  hwloc_topology_t topology;
  *machine = (struct upcr_machine){.synthetic = synthetic != 0};
  int status = open_library(err, errlen);
  if (status == 0 && lib.topology_init(&topology) != 0)
    status = upcr_fail(err, errlen, "hwloc: out of memory");
  else if (status == 0) {
    status = load(topology, synthetic, err, errlen);
    if (status == 0)
      status = fill(machine, topology, allowed, err, errlen);
    lib.topology_destroy(topology);
  }
  if (lib.handle)
    upcr_loader.close(lib.handle);
  lib.handle = 0;
  if (status != 0)
    upcr_machine_free(machine);
  return status;
}

#else

int upcr_machine_hwloc(struct upcr_machine *machine, const struct upcr_cpus *allowed,
                       const char *synthetic, char *err, size_t errlen) {
  (void)allowed, (void)synthetic;
  memset(machine, 0, sizeof *machine);
  snprintf(err, errlen,
           "the runtime was built without hwloc's header (Debian, Ubuntu: libhwloc-dev)");
  return -1;
}

#endif
