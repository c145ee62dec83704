/* SPDX-License-Identifier: Apache-2.0 */
/* Masks of Berkeley UPC's trace and statistics (<bupc_extensions.h>). This runtime writes neither,
 * so every mask is empty. */
#include "bupc_library.h"

const char *bupc_trace_getmask(void) { return ""; }
void bupc_trace_setmask(const char *newmask) { (void)newmask; }
int bupc_trace_gettracelocal(void) { return 0; }
void bupc_trace_settracelocal(int newval) { (void)newval; }
const char *bupc_stats_getmask(void) { return ""; }
void bupc_stats_setmask(const char *newmask) { (void)newmask; }
