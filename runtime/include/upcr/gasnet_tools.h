/* SPDX-License-Identifier: Apache-2.0 */
/* upcc -fberkeley: what programs use of GASNet's tools where __BERKELEY_UPC_RUNTIME__ is defined.
 * Part of <bupc_extensions.h>. */
#ifndef UPCR_GASNET_TOOLS_H
#define UPCR_GASNET_TOOLS_H

#define gasnett_sched_yield() bupc_poll()

typedef bupc_tick_t gasnett_tick_t;
#define GASNETT_TICK_MIN BUPC_TICK_MIN
#define GASNETT_TICK_MAX BUPC_TICK_MAX
#define gasnett_ticks_now() bupc_ticks_now()
#define gasnett_ticks_to_us(ticks) bupc_ticks_to_us(ticks)
#define gasnett_ticks_to_ns(ticks) bupc_ticks_to_ns(ticks)

#endif
