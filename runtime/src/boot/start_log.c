/* SPDX-License-Identifier: Apache-2.0 */
/* UPC_LOG: a file with all that is decided before the threads start. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../base/file_name.h"
#include "../base/log.h"
#include "../base/settings.h"
#include "boot.h"
#include "collectives.h"

static void show_command(FILE *out) {
  char when[64];
  time_t now = time(0);
  strftime(when, sizeof when, "%Y-%m-%d %H:%M:%S", localtime(&now));
  fprintf(out, "upcr: %s  started as", when);
  for (int i = 0; i < upcr_boot.argc; i++)
    fprintf(out, " %s", upcr_boot.argv[i]);
  fprintf(out, ", %d threads in %d processes\n", upcr_boot.plan.threads, upcr_boot.plan.processes);
}

void upcr_boot_write_log(void) {
  if (!upcr_settings.log && !*upcr_settings.log_file)
    return;
  char *name = upcr_numbered_file(
      *upcr_settings.log_file ? upcr_settings.log_file : "upc_log.%.txt", (int)getpid());
  FILE *out = name ? fopen(name, "w") : 0;
  if (out) {
    show_command(out);
    upcr_boot_show_places(out);
    upcr_settings_show(out);
    upcr_coll_show(out);
  }
  if (!out || fclose(out) != 0)
    upcr_warn("no log: %s: %s (UPC_LOGFILE)", name ? name : "", strerror(errno));
  free(name);
}
