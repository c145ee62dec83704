/* SPDX-License-Identifier: Apache-2.0 */
/* Start and end of a thread. */
#include "../base/instrument.h"

#include "notify.h"

UPCR_PER_THREAD gasp_context_t upcr_gasp;

void upcr_inst_start(int *argc, char ***argv) { upcr_gasp = gasp_init(GASP_MODEL_UPC, argc, argv); }

int upcr_inst_thread(void) { return upcr_self.mythread; }

/* No place in the program: its end may be that of main or any exit. */
static void notify_end(gasp_evttype_t type, int status) {
  const char *file = "";
  int line = 0;
  NOTIFY(GASP_UPC_COLLECTIVE_EXIT, type, status);
}

void upcr_inst_finishing(int status) { notify_end(GASP_START, status); }

void upcr_inst_finished(int status) { notify_end(GASP_END, status); }

void upcr_inst_upc_global_exit(const char *file, int line, int status) {
  NOTIFY(GASP_UPC_NONCOLLECTIVE_EXIT, GASP_ATOMIC, status);
  upc_global_exit(status);
}
