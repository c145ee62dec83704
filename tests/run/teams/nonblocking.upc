// threads: 1 2 3 5 8
// Operations under way: many at once, of several teams, synchronised in another order than started,
// while the thread computes, waits for shared data, or is in a barrier.
#include "check.h"
#include <stdbool.h>
#include <upc_relaxed.h>
#include <upcx_collective.h>

enum { MANY = 20, N = 50 };
static upcx_team_t pair, half;
static strict shared int flag;

/* More than a team runs at once; the last is synchronised first. */
static void many(void)
{
    long in[MANY][N], out[MANY][N];
    upc_handle_t handle[MANY];
    for (int k = 0; k < MANY; k++) {
        for (int i = 0; i < N; i++)
            in[k][i] = MYTHREAD + k * i;
        handle[k] =
            upcx_team_reduce_all_private_nb(out[k], in[k], UPC_LONG, UPC_ADD, N, UPCX_TEAM_ALL);
        CHECK(handle[k] != UPC_COMPLETE_HANDLE);
    }
    for (int k = MANY; k-- > 0;) {
        upc_sync(handle[k]);
        for (int i = 0; i < N; i++)
            CHECK_EQ(out[k][i], (long)THREADS * k * i + THREADS * (THREADS - 1) / 2);
    }
}

/* Teams that overlap start their operations in different orders. */
static void overlapping(void)
{
    int of_pair = MYTHREAD, of_half = MYTHREAD, of_all = MYTHREAD;
    upc_handle_t first, second, third;
    if (MYTHREAD % 2) {
        first = upcx_team_broadcast_private_nb(&of_pair, sizeof of_pair, 0, pair);
        third = upcx_team_broadcast_private_nb(&of_all, sizeof of_all, THREADS - 1, UPCX_TEAM_ALL);
        second = upcx_team_broadcast_private_nb(&of_half, sizeof of_half, 0, half);
    } else {
        second = upcx_team_broadcast_private_nb(&of_half, sizeof of_half, 0, half);
        third = upcx_team_broadcast_private_nb(&of_all, sizeof of_all, THREADS - 1, UPCX_TEAM_ALL);
        first = upcx_team_broadcast_private_nb(&of_pair, sizeof of_pair, 0, pair);
    }
    upc_sync(third);
    upc_sync(first);
    upc_sync(second);
    CHECK_EQ(of_pair, upcx_team_thread(pair, 0));
    CHECK_EQ(of_half, upcx_team_thread(half, 0));
    CHECK_EQ(of_all, THREADS - 1);
}

/* The others' operations go on while thread 0 waits for what they do after them: in a loop, and in
 * a barrier. */
static void while_waiting(void)
{
    int sum = 0, one = 1;
    upc_handle_t handle =
        upcx_team_reduce_all_private_nb(&sum, &one, UPC_INT, UPC_ADD, 1, UPCX_TEAM_ALL);
    if (MYTHREAD == 0) {
        while (flag < THREADS - 1)
            ;
    } else {
        upc_sync(handle);
        while (flag != MYTHREAD - 1)
            ;
        flag = MYTHREAD;
    }
    upc_barrier;
    if (MYTHREAD == 0)
        upc_sync(handle);
    CHECK_EQ(sum, THREADS);
    handle = upcx_team_barrier_nb(UPCX_TEAM_ALL);
    if (MYTHREAD == THREADS - 1)
        upc_sync(handle);
    upc_barrier;
    if (MYTHREAD != THREADS - 1)
        upc_sync(handle);
}

/* Attempts alone bring an operation to its end. */
static void by_attempts(void)
{
    shared[] int *all = upc_all_alloc(THREADS, THREADS * sizeof(int)),
                 *own = upc_all_alloc(THREADS, sizeof(int));
    int *mine = (int *)((shared int *)own + MYTHREAD),
        *them = (int *)((shared char *)all + MYTHREAD);
    *mine = MYTHREAD * 3;
    upc_handle_t handle = upcx_team_gather_all_nb(all, own, sizeof(int),
                                                  UPC_IN_MYSYNC | UPC_OUT_ALLSYNC, UPCX_TEAM_ALL);
    while (!upc_sync_attempt(handle))
        ;
    for (int t = 0; t < THREADS; t++)
        CHECK_EQ(them[t], 3 * t);
    CHECK(upc_sync_attempt(UPC_COMPLETE_HANDLE));
}

/* Beside transfers of <upc_nb.h> and blocking collectives of the same team. */
static void among_others(void)
{
    shared int *cell = upc_all_alloc(THREADS, sizeof(int));
    int value = MYTHREAD, next = (MYTHREAD + 1) % THREADS, sum, before;
    upc_handle_t put = upc_memput_nb(&cell[next], &value, sizeof value);
    upc_handle_t prefix = upcx_team_prefix_reduce_exclusive_private_nb(&before, &value, UPC_INT,
                                                                       UPC_ADD, 1, UPCX_TEAM_ALL);
    upcx_team_reduce_all_private(&sum, &value, UPC_INT, UPC_ADD, 1, UPCX_TEAM_ALL);
    upc_sync(put);
    upc_sync(prefix);
    upc_barrier;
    CHECK_EQ(cell[next], MYTHREAD);
    CHECK_EQ(sum, THREADS * (THREADS - 1) / 2);
    CHECK(MYTHREAD == 0 || before == MYTHREAD * (MYTHREAD - 1) / 2);
}

int main(void)
{
    pair = upcx_team_split(UPCX_TEAM_ALL, MYTHREAD / 2, -MYTHREAD);
    half = upcx_team_split(UPCX_TEAM_ALL, MYTHREAD % 2, 0);
    for (int i = 0; i < 5; i++) {
        many();
        overlapping();
    }
    while_waiting();
    by_attempts();
    among_others();
    upcx_team_free(half);
    upcx_team_free(pair);
    check_done();
    return 0;
}
