/* SPDX-License-Identifier: Apache-2.0 */
/* Functions that instrumentation defines (src/inst/), linked if a unit was compiled with -inst.
 * Null otherwise. */
#ifndef UPCR_BASE_INSTRUMENT_H
#define UPCR_BASE_INSTRUMENT_H

/* Before the thread's main, with its arguments. */
void upcr_inst_start(int *argc, char ***argv) __attribute__((weak));

/* Before and after the barrier at the thread's end. */
void upcr_inst_finishing(int status) __attribute__((weak));
void upcr_inst_finished(int status) __attribute__((weak));

/* Before and after a task runs in the calling thread, with its function. */
void upcr_inst_task_start(const void *function) __attribute__((weak));
void upcr_inst_task_end(const void *function) __attribute__((weak));

/* The number of the calling UPC thread, for the runtime's own tool (src/inst/tool/). */
int upcr_inst_thread(void);

/* True if the runtime's own tool gets the events: not if the program is linked with another tool,
 * or no unit is instrumented. */
_Bool upcr_inst_has_own_tool(void) __attribute__((weak));

#endif
