// threads: 2 3 4 9
// A member that only sends runs ahead of those who receive, as far as there are places for what it
// sends.
#include "check.h"
#include <bupc_extensions.h>
#include <upcx_collective.h>

enum { CALLS = 300 };
#define STREAMED (UPC_IN_MYSYNC | UPC_OUT_MYSYNC)

static shared long one[THREADS], each[THREADS];

/* Members stop for a while, one after the other. */
static void dawdle(int call)
{
    if (call % 16 == MYTHREAD)
        for (int i = 0; i < 20; i++)
            bupc_poll();
}

static void on(upcx_team_t team)
{
    int size = upcx_team_size(team), rank = upcx_team_rank(team), root = size - 1;
    shared long *there = &one[upcx_team_thread(team, root)];
    for (long i = 0; i < CALLS; i++) {
        dawdle(i);
        if (rank == root)
            one[MYTHREAD] = i;
        upcx_team_broadcast(each, there, sizeof(long), STREAMED, team);
        CHECK_EQ(each[MYTHREAD], i);
    }
    for (long i = 0; i < CALLS; i++) {
        long mine = i * 100 + rank, blocks[size];
        dawdle(i);
        upcx_team_gather_private(blocks, &mine, sizeof mine, root, team);
        for (int r = 0; rank == root && r < size; r++)
            CHECK_EQ(blocks[r], i * 100 + r);
    }
}

int main(void)
{
    on(UPCX_TEAM_ALL);
    on(upcx_team_split(UPCX_TEAM_ALL, MYTHREAD % 2, MYTHREAD));
    check_done();
    return 0;
}
