/* SPDX-License-Identifier: Apache-2.0 */
/* <upc_tick.h> (UPC 7.5). A tick is a nanosecond of the monotonic clock. */
#pragma GCC system_header
#pragma upc upc_code
#ifndef UPC_TICK_H
#define UPC_TICK_H

#include <stddef.h>
#include <stdint.h>

typedef uint64_t upc_tick_t;
#define UPC_TICK_MIN ((upc_tick_t)0)
#define UPC_TICK_MAX (~(upc_tick_t)0)

upc_tick_t upc_ticks_now(void);
uint64_t upc_ticks_to_ns(upc_tick_t ticks);

#endif
