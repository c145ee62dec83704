#include <upc.h>
#include <upcx_collective.h>
shared int a[THREADS], b[THREADS];
void some(upcx_team_t team, int x) {
  if (MYTHREAD == 0) upcx_all_reduce_all(a, b, UPC_INT, UPC_ADD, 1, 0);      /* warning: upcx_all_reduce_all in a branch on MYTHREAD */
  if (MYTHREAD < 2) upcx_team_broadcast(a, b, 4, 0, UPCX_TEAM_ALL);          /* warning: upcx_team_broadcast in a branch on MYTHREAD */
  if (MYTHREAD) team = upcx_team_split(UPCX_TEAM_ALL, 0, 0);                 /* warning: upcx_team_split in a branch on MYTHREAD */
  if (MYTHREAD) upc_sync(upcx_team_barrier_nb((UPCX_TEAM_ALL)));             /* warning: upcx_team_barrier_nb in a branch on MYTHREAD */
}
void members(upcx_team_t team, int x) {
  if (MYTHREAD < 2) upcx_team_broadcast(a, b, 4, 0, team);
  if (MYTHREAD == upcx_team_thread(UPCX_TEAM_ALL, 0)) upcx_team_barrier(team);
  if (MYTHREAD == 1) x = upcx_team_rank(UPCX_TEAM_ALL);
  if (MYTHREAD == 0) upcx_team_reduce_all_private(&x, &x, UPC_INT, UPC_ADD, 1, UPCX_TEAM_ALL);
  else upcx_team_reduce_all_private(&x, &x, UPC_INT, UPC_ADD, 1, UPCX_TEAM_ALL);
}
