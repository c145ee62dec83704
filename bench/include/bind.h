/* SPDX-License-Identifier: Apache-2.0 */
/* Binds the calling thread to a processor, counted round; _GNU_SOURCE must be defined. */
#ifndef BENCH_BIND_H
#define BENCH_BIND_H

#include <sched.h>
#include <unistd.h>

static inline void bind_to(int processor) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(processor % (int)sysconf(_SC_NPROCESSORS_ONLN), &set);
  sched_setaffinity(0, sizeof set, &set);
}

#endif
