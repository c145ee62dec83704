/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "table.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <upcr/tune.h>

#include "../../base/log.h"
#include "../../boot/collectives.h"
#include "../../base/simulated.h"
#include "../../sim/platform.h"
#include "../../topo/machine.h"

static struct upcr_table table;
static int processors;
static bool topology_is_simulated;
static char origin[700];

enum { PATH = 512, FORMAT = 2 };

/* What serves calls without a rule in the table. */
static const char *shipped(void) {
  return topology_is_simulated ? "the shipped rules: the topology is simulated"
         : upcr_cost_platform()
             ? "the shipped rules, and beyond those by the costs of the simulated machine"
             : "the shipped rules";
}

const char *upcr_table_origin(void) { return *origin ? origin : shipped(); }

const struct upcr_algorithm *upcr_table_choose(const struct upcr_call *call) {
  return table.count && (upcr_is_simulated() || upcr_call_all_mapped())
             ? upcr_rules_choose(table.rules, table.count, call)
             : 0;
}

static void describe_platform(struct upcr_table_machine *m, const struct upcr_platform *platform) {
  m->simulated = true;
  snprintf(m->value[1], UPCR_TABLE_VALUE, "simulated %s %08x", platform->file,
           upcr_platform_digest(platform));
  snprintf(m->value[2], UPCR_TABLE_VALUE, "%d", (int)(platform->regions * platform->cores));
  snprintf(m->value[3], UPCR_TABLE_VALUE, "%d", (int)platform->regions);
}

/* All regions of the machine: those of a job change with its binding. */
static void describe_machine(struct upcr_table_machine *m) {
  upcr_processor_name(m->value[1], UPCR_TABLE_VALUE);
  snprintf(m->value[2], UPCR_TABLE_VALUE, "%d", processors);
  snprintf(m->value[3], UPCR_TABLE_VALUE, "%d", upcr_machine_regions_online());
}

/* The head of the table that the job goes by. */
static const struct upcr_table_machine *machine(void) {
  static struct upcr_table_machine m;
  if (!*m.value[0]) {
    snprintf(m.value[0], UPCR_TABLE_VALUE, "%d", FORMAT);
    if (upcr_cost_platform())
      describe_platform(&m, upcr_cost_platform());
    else
      describe_machine(&m);
    snprintf(m.value[4], UPCR_TABLE_VALUE, "%08x", upcr_algorithms_digest());
  }
  return &m;
}

/* The part of the file's name that distinguishes the table. An edited platform keeps its name, so
 * its stale table is found and refused; changes after the name make another name. */
static const char *kind(char *text, size_t n) {
  const struct upcr_platform *platform = upcr_cost_platform();
  if (!platform)
    return machine()->value[1];
  snprintf(text, n, "simulated %s", platform->file);
  return platform->changes ? machine()->value[1] : text;
}

/* "FOLDER/collectives-amd-epyc-7763-64-core-processor-128x2.table": a home that several machines
 * share has a file for each. -1: it is too long. */
static int path_in(const char *folder, char *path, size_t n) {
  const struct upcr_table_machine *m = machine();
  char name[UPCR_TABLE_VALUE + 1] = "-", text[UPCR_TABLE_VALUE];
  size_t length = 1;
  for (const char *c = kind(text, sizeof text); *c; c++)
    if (isalnum((unsigned char)*c))
      name[length++] = (char)tolower((unsigned char)*c);
    else if (name[length - 1] != '-')
      name[length++] = '-';
  length -= name[length - 1] == '-';
  return snprintf(path, n, "%s/collectives%.*s-%sx%s.table", folder, (int)length, name, m->value[2],
                  m->value[3]) < (int)n
             ? 0
             : -1;
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

int upcr_table_processors(void) { return processors; }

int upcr_tune_path(char *path, size_t n) {
  char user[PATH];
  const char *folder = user_folder(user, sizeof user);
  return folder ? path_in(folder, path, n) : -1;
}

static void refuse(const char *path, const char *why, const char *detail) {
  snprintf(origin, sizeof origin, "%s; %s is not used", shipped(), path);
  upcr_warn("UPC_COLL_TABLE: %s is not used: %s%s; run upctune%s to renew it, or set "
            "UPC_COLL_TABLE=none",
            path, why, detail, upcr_cost_platform() ? " -sim" : "");
}

static void use(const char *path, FILE *in) {
  char why[400];
  if (upcr_table_read(&table, in, machine(), why, sizeof why) != 0) {
    refuse(path, why, "");
    return;
  }
  for (int i = 0; i < UPCR_COST_PARAMETERS; i++)
    if (table.cost[i] > 0)
      upcr_cost_parameter_set((enum upcr_cost_parameter)i, table.cost[i]);
  snprintf(origin, sizeof origin, "%s (%d rules), then %s", path, table.count, shipped());
}

/* False: there is no such file. */
static bool use_file(const char *path) {
  FILE *in = fopen(path, "re");
  if (!in)
    return false;
  use(path, in);
  fclose(in);
  return true;
}

/* The machine's name is read only if there is a folder. */
static void search(void) {
  char user[PATH], path[PATH];
  const char *folders[] = {user_folder(user, sizeof user), "/etc/partita"};
  for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
    if (folders[i] && access(folders[i], X_OK) == 0 &&
        path_in(folders[i], path, sizeof path) == 0 && use_file(path))
      return;
}

void upcr_coll_table_load(const char *setting, int count, int simulated) {
  processors = count;
  if (strcmp(setting, "none") == 0)
    return;
  topology_is_simulated = simulated;
  if (simulated)
    return;
  if (!*setting)
    search();
  else if (!use_file(setting))
    refuse(setting, "cannot read it: ", strerror(errno));
}

void upcr_tune_print_head(void) {
  for (int i = 0; i < UPCR_TABLE_HEADS; i++)
    printf("%s %s\n", upcr_table_heads[i], machine()->value[i]);
}

long upcr_tune_threads_most(void) {
  const struct upcr_platform *platform = upcr_cost_platform();
  return platform ? (long)(platform->nodes * platform->regions * platform->cores) : 0;
}

static bool has_rule(int operation, int threads) {
  for (const struct upcr_rule *r = table.rules; r < table.rules + table.count; r++)
    if ((int)r->operation == operation && upcr_rule_serves(r, threads))
      return true;
  return false;
}

void upcr_table_show(FILE *out, int threads) {
  const char *before = "# by the table: ";
  for (int operation = 0; operation < UPCR_COLLECTIVES; operation++)
    if (has_rule(operation, threads)) {
      fprintf(out, "%s%s", before, upcr_operation_name((enum upcr_collective)operation));
      before = ", ";
    }
  if (*before == ',')
    fputc('\n', out);
}
