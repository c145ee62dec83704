/* All threads but the last combine and broadcast in a team; then thread 0 prints "ok". */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <upc.h>
#include <upcx_collective.h>

enum { LARGE = 300000 };

static void check(int right, const char *what)
{
    if (right)
        return;
    fprintf(stderr, "thread %d: %s is wrong\n", MYTHREAD, what);
    upc_global_exit(1);
}

int main(void)
{
    static char data[LARGE];
    int one = MYTHREAD + 1, sum = 0;
    upcx_team_t team = upcx_team_split(UPCX_TEAM_ALL, MYTHREAD == THREADS - 1, MYTHREAD);
    if (MYTHREAD < THREADS - 1) {
        upcx_team_prefix_reduce_private(&sum, &one, UPC_INT, UPC_ADD, 1, team);
        check(sum == (MYTHREAD + 1) * (MYTHREAD + 2) / 2, "the sum");
        memset(data, MYTHREAD == 0 ? 'x' : 0, LARGE);
        upcx_team_broadcast_private(data, LARGE, 0, team);
        check(data[0] == 'x' && data[LARGE - 1] == 'x', "the broadcast");
    }
    upcx_team_free(team);
    upc_barrier;
    if (MYTHREAD == 0)
        printf("ok\n");
    return 0;
}
