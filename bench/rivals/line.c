/* SPDX-License-Identifier: Apache-2.0 */
/* The machine without UPC: the round trip of a cache line between two processes on processors 0 and
 * 1. The driver also runs it before and after each measurement to judge the machine's state.
 *
 * The place of a line in the shared cache, and so its time, depends on its address: most lines of a
 * page took 110 to 125 ns, one in five 145 to 175, reproducibly. So the batches use different lines
 * in turn. */
#define _GNU_SOURCE
#include <sys/mman.h>
#include <sys/wait.h>

#include "bind.h"
#include "line.h"
#include "measure.h"

enum { TRIPS = 300, LINES = 16 };

int main(void) {
  struct line *lines =
      mmap(0, 3 * LINES * sizeof *lines, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (lines == MAP_FAILED || sysconf(_SC_NPROCESSORS_ONLN) < 2) {
    fprintf(stderr, "line: needs two processors and two pages of shared memory\n");
    return 1;
  }
  static struct measure one = {"round_trip", 1}, two = {"round_trip", 2};
  int child = fork() == 0, rounds = measure_rounds();
  bind_to(child);
  for (int round = 0; round < rounds; round++) {
    struct line *one_line = &lines[round % LINES], *two_lines = &lines[LINES + round % LINES * 2];
    double start = now_ns();
    line_round_trips_one(one_line, child, TRIPS);
    measure_add(&one, start, TRIPS);
    start = now_ns();
    line_round_trips_two(&two_lines[child], &two_lines[1 - child], child, (uint64_t)round * TRIPS,
                         TRIPS);
    measure_add(&two, start, TRIPS);
  }
  if (child)
    _exit(0);
  wait(0);
  measure_print(&one);
  measure_print(&two);
}
