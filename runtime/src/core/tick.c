#define _POSIX_C_SOURCE 200809L
/* Ticks (UPC 7.5): nanoseconds of the monotonic clock, the same for all threads of a node. */
#include "../base/clock.h"
#include "library.h"

uint64_t upc_ticks_now(void) { return (uint64_t)upcr_clock_ns(); }

uint64_t upc_ticks_to_ns(uint64_t ticks) { return ticks; }
