// threads: 1 2 3 5 8 17
// Collectives of teams on private memory: automatic, allocated and static objects.
#include "check.h"
#include <upcx_collective.h>

enum { MOST = 700 };
static int data[MOST];
static upcx_team_t team;
static int rank, size;

static void broadcasts(int n)
{
    for (int root = 0; root < size; root++) {
        for (int i = 0; i < n; i++)
            data[i] = rank * 1000 + i;
        upcx_team_broadcast_private(data, n * sizeof *data, root, team);
        for (int i = 0; i < n; i++)
            CHECK_EQ(data[i], root * 1000 + i);
    }
}

static void with_root(int n, int root)
{
    int *all = malloc(sizeof *all * n * size), own[n];
    for (int i = 0; i < n * size; i++)
        all[i] = root * 7 + i;
    upcx_team_scatter_private(own, rank == root ? all : NULL, sizeof own, root, team);
    for (int i = 0; i < n; i++) {
        CHECK_EQ(own[i], root * 7 + rank * n + i);
        own[i] += rank;
    }
    upcx_team_gather_private(rank == root ? all : NULL, own, sizeof own, root, team);
    for (int i = 0; i < n * size && rank == root; i++)
        CHECK_EQ(all[i], root * 7 + i + i / n);
    upcx_team_reduce_private(all, own, UPC_INT, UPC_MIN, n, root, team);
    for (int i = 0; i < n && rank == root; i++)
        CHECK_EQ(all[i], root * 7 + i);
    free(all);
}

static void all_to_all(int n)
{
    int *all = malloc(sizeof *all * n * size), own[n];
    for (int i = 0; i < n; i++)
        own[i] = rank * n + i;
    upcx_team_gather_all_private(all, own, sizeof own, team);
    for (int i = 0; i < n * size; i++)
        CHECK_EQ(all[i], i);
    for (int i = 0; i < n * size; i++)
        all[i] = rank * 1000 + i / n;
    upcx_team_exchange_private(all, all, sizeof own, team);
    for (int i = 0; i < n * size; i++)
        CHECK_EQ(all[i], i / n * 1000 + rank);
    for (int i = 0; i < n * size; i++)
        all[i] = i + rank;
    upcx_team_reduce_scatter_private(own, all, UPC_INT, UPC_ADD, n, team);
    for (int i = 0; i < n; i++)
        CHECK_EQ(own[i], (rank * n + i) * size + size * (size - 1) / 2);
    free(all);
}

static void reductions(int n)
{
    long own[n], sum[n];
    for (int i = 0; i < n; i++)
        own[i] = rank + i;
    upcx_team_reduce_all_private(sum, own, UPC_LONG, UPC_ADD, n, team);
    for (int i = 0; i < n; i++)
        CHECK_EQ(sum[i], size * i + size * (size - 1) / 2);
    upcx_team_prefix_reduce_private(sum, own, UPC_LONG, UPC_ADD, n, team);
    for (int i = 0; i < n; i++)
        CHECK_EQ(sum[i], (rank + 1) * i + rank * (rank + 1) / 2);
    upcx_team_prefix_reduce_exclusive_private(own, own, UPC_LONG, UPC_ADD, n, team);
    for (int i = 0; i < n && rank > 0; i++)
        CHECK_EQ(own[i], rank * i + rank * (rank - 1) / 2);
    CHECK(rank > 0 || own[n - 1] == n - 1);
}

static void on(upcx_team_t some)
{
    team = some;
    rank = upcx_team_rank(team);
    size = upcx_team_size(team);
    for (int n = 1; n <= MOST; n += MOST - 1) {
        broadcasts(n);
        with_root(n, size / 2);
        all_to_all(n);
        reductions(n);
    }
}

int main(void)
{
    on(UPCX_TEAM_ALL);
    on(upcx_team_split(UPCX_TEAM_ALL, MYTHREAD % 2, -MYTHREAD));
    check_done();
    return 0;
}
