// The same on a team of all threads in order, which the collectives of all threads serve: private
// memory, and the type of a reduction.
// cflags: -g
// threads: 2 3
// status: nonzero
// expect-nothing
// stderr: upcx_team_reduce_all: thread \d \(.*:15\) and thread \d \(.*:15\) gave different arguments: type is \d+ and \d+; they are single-valued in the team
#include <upc_relaxed.h>
#include <upcx_collective.h>

int main(void) {
  double value = MYTHREAD, sum;
  upcx_team_broadcast_private(&value, sizeof value, 1, UPCX_TEAM_ALL);
  upc_type_t type = MYTHREAD == 1 ? UPC_DOUBLE : UPC_LONG;
  upcx_team_reduce_all_private(&sum, &value, type, UPC_ADD, 1, UPCX_TEAM_ALL);
  return 0;
}
