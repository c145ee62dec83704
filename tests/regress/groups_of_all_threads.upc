// Where groups of threads that share memory are as large as the job, a thread that had no free
// place for its next broadcast waited for readers that never said that they had left.
// threads: 2 3
// modes: process pthreads
// env: UPC_PSHM_WIDTH=3
#include <upcx_collective.h>
#include "check.h"

int main(void) {
  upcx_team_t team = upcx_team_split(UPCX_TEAM_ALL, 0, MYTHREAD);
  for (int i = 0; i < 1000; i++) {
    int buffer[32] = {i}, root = i % THREADS;
    upcx_team_broadcast_private(buffer, sizeof buffer, root, team);
    CHECK_EQ(buffer[0], i);
  }
  upcx_team_free(team);
  check_done();
}
