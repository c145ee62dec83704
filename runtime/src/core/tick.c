#define _POSIX_C_SOURCE 200809L
/* Ticks (UPC 7.5): nanoseconds of the monotonic clock, the same for all threads of a node. */
#include <time.h>

#include "library.h"

uint64_t upc_ticks_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

uint64_t upc_ticks_to_ns(uint64_t ticks) { return ticks; }
