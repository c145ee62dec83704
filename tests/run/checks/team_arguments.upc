// Threads that give a function of a team different arguments end with a message that names the
// argument, its values, and the places of both calls.
// cflags: -g
// threads: 2 3
// status: nonzero
// expect-nothing
// stderr: team_arguments\.upc:17: upcx_team_broadcast: thread \d \(.*:17\) and thread \d \(.*:17\) gave different arguments: nbytes is (2 and 4|4 and 2); they are single-valued in the team
#include <upc_relaxed.h>
#include <upcx_collective.h>

shared [4] char to[4 * THREADS], from[4 * THREADS];

int main(void) {
  upcx_team_t team = upcx_team_split(UPCX_TEAM_ALL, 0, -MYTHREAD);
  for (int i = 0; i < 20; i++)
    upcx_team_barrier(team);
  upcx_team_broadcast(to, from, MYTHREAD == 1 ? 4 : 2, UPC_IN_MYSYNC | UPC_OUT_MYSYNC, team);
  return 0;
}
