/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "table.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../base/log.h"
#include "../boot/collectives.h"
#include "../topo/machine.h"
#include "table_file.h"

static struct upcr_table table;
static struct upcr_table_machine
    machine; /* processors: from the start; the rest where it is first needed */
static char origin[600] = "the shipped rules";

enum { PATH = 512 };

const char *upcr_table_origin(void) { return origin; }

void upcr_table_set_origin(const char *what) { snprintf(origin, sizeof origin, "%s", what); }

const struct upcr_algorithm *upcr_table_choose(const struct upcr_call *call) {
  return table.count && upcr_call_all_mapped() ? upcr_rules_choose(table.rules, table.count, call)
                                               : 0;
}

/* Regions are all that the machine has: which ones a job is in changes with its binding. */
static void look(void) {
  if (machine.regions)
    return;
  upcr_processor_name(machine.processor, sizeof machine.processor);
  machine.regions = upcr_machine_regions_online();
  machine.algorithms = upcr_algorithms_digest();
}

/* "collectives-amd-epyc-7763-64-core-processor-128x2.table": a home that several machines share has
 * a file for each. */
static void name_of_file(char *name, size_t n) {
  look();
  size_t length = (size_t)snprintf(name, n, "collectives-");
  for (const char *c = machine.processor; *c && length < n - 40; c++)
    if (isalnum((unsigned char)*c))
      name[length++] = (char)tolower((unsigned char)*c);
    else if (name[length - 1] != '-')
      name[length++] = '-';
  length -= name[length - 1] == '-';
  snprintf(name + length, n - length, "-%dx%d.table", machine.processors, machine.regions);
}

/* The folder of the user's settings; 0: none is known. */
static const char *user_folder(char *path, size_t n) {
  const char *config = secure_getenv("XDG_CONFIG_HOME"), *home = secure_getenv("HOME");
  if (config && *config == '/')
    snprintf(path, n, "%s/partita", config);
  else if (home && *home == '/')
    snprintf(path, n, "%s/.config/partita", home);
  else
    return 0;
  return path;
}

int upcr_table_processors(void) { return machine.processors; }

int upcr_table_path(char *path, size_t n) {
  char folder[PATH], name[PATH / 2];
  if (!user_folder(folder, sizeof folder))
    return -1;
  name_of_file(name, sizeof name);
  return snprintf(path, n, "%s/%s", folder, name) < (int)n ? 0 : -1;
}

static void use_costs(void) {
  for (int i = 0; i < UPCR_COST_PARAMETERS; i++)
    if (table.cost[i] > 0)
      upcr_cost_parameter_set((enum upcr_cost_parameter)i, table.cost[i]);
}

static void use(const char *path, FILE *in) {
  char why[400];
  look();
  if (upcr_table_read(&table, in, &machine, why, sizeof why) == 0) {
    use_costs();
    snprintf(origin, sizeof origin, "%s (%d rules), then the shipped rules", path, table.count);
    return;
  }
  snprintf(origin, sizeof origin, "the shipped rules; %s is not used", path);
  upcr_warn(
      "UPC_COLL_TABLE: %s is not used: %s; run upctune to make it anew, or set UPC_COLL_TABLE=none",
      path, why);
}

static void use_given(const char *path) {
  FILE *in = fopen(path, "re");
  if (in) {
    use(path, in);
    fclose(in);
    return;
  }
  snprintf(origin, sizeof origin, "the shipped rules; %s is not used", path);
  upcr_warn("UPC_COLL_TABLE: cannot read %s: %s; the shipped rules choose", path, strerror(errno));
}

/* Opens folder/name, or gives 0. */
static FILE *open_in(const char *folder, char *path, size_t n) {
  char name[PATH / 2];
  name_of_file(name, sizeof name);
  if (snprintf(path, n, "%s/%s", folder, name) >= (int)n)
    return 0;
  return fopen(path, "re");
}

static void search(void) {
  char user[PATH], path[PATH];
  const char *folders[] = {user_folder(user, sizeof user), "/etc/partita"};
  for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
    FILE *in =
        folders[i] && access(folders[i], X_OK) == 0 ? open_in(folders[i], path, sizeof path) : 0;
    if (in) {
      use(path, in);
      fclose(in);
      return;
    }
  }
}

void upcr_coll_table_load(const char *setting, int processors, int played) {
  machine.processors = processors;
  if (strcmp(setting, "none") == 0)
    return;
  if (played)
    snprintf(origin, sizeof origin, "the shipped rules: the machine is played");
  else if (*setting)
    use_given(setting);
  else
    search();
}

void upcr_table_write_head(FILE *out) {
  look();
  fprintf(out, "format %d\nprocessor %s\nprocessors %d\nregions %d\nalgorithms %08x\n",
          UPCR_TABLE_FORMAT, machine.processor, machine.processors, machine.regions,
          machine.algorithms);
}
