// Elements of an array that differ are named by the array.
// cflags: -g
// threads: 3 4
// status: nonzero
// expect-nothing
// stderr: upcx_team_permute: thread \d \(.*:17\) and thread \d \(.*:17\) gave different arguments: elements of perm differ; they are single-valued in the team
#include <upc_relaxed.h>
#include <upcx_collective.h>

shared [4] char to[4 * THREADS], from[4 * THREADS];

int main(void) {
  upcx_team_t team = upcx_team_split(UPCX_TEAM_ALL, 0, -MYTHREAD);
  int perm[THREADS];
  for (int r = 0; r < THREADS; r++)
    perm[r] = (r + 1 + MYTHREAD % 2) % THREADS;
  upcx_team_permute(to, from, perm, 4, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC, team);
  return 0;
}
