/* SPDX-License-Identifier: Apache-2.0 */
/* Calls of the program's functions. */
#include <gasp_c.h>

#include "notify.h"

struct upcr_inst_function upcr_inst_function_enter(const char *file, int line, const char *name) {
  NOTIFY(GASP_C_FUNC, GASP_START, name);
  return (struct upcr_inst_function){file, name, line};
}

void upcr_inst_function_leave(struct upcr_inst_function *function) {
  const char *file = function->file;
  int line = function->line;
  NOTIFY(GASP_C_FUNC, GASP_END, function->name);
}
