// threads: 2 3 4 10
// What a member gives is its own again when its call returns, though others have not read it:
// sources are written anew at once, and members that take dawdle. Sizes around what an offer
// carries, a piece of scratch memory and what is buffered at most.
#include "check.h"
#include <bupc_extensions.h>
#include <stdlib.h>
#include <string.h>
#include <upc_nb.h>
#include <upcx_collective.h>

enum { MOST = 20000, CALLS = 60 };
#define STREAMED (UPC_IN_MYSYNC | UPC_OUT_MYSYNC)

static const size_t sizes[] = {8, 48, 56, 1024, 1032, 4096, 16384, 16392, MOST};
enum { SIZES = sizeof sizes / sizeof *sizes };

static shared char *src, *dst;
static char *give, *take;
static int *perm;
static size_t *counts, *displs;

static void dawdle(int call)
{
    if (call % 16 == MYTHREAD)
        for (int i = 0; i < 20; i++)
            bupc_poll();
}

/* Block `to` of rank `from` in a call. */
static char value(int call, int from, int to) { return (char)(call * 7 + from * 31 + to * 5); }

static void fill(int call, int rank, int blocks, size_t n)
{
    for (int to = 0; to < blocks; to++)
        memset(give + (size_t)to * n, value(call, rank, to), n);
}

static void check_block(int block, int call, int from, int to, size_t n)
{
    const char *at = take + (size_t)block * n;
    char expected = value(call, from, to);
    CHECK(at[0] == expected && at[n / 2] == expected && at[n - 1] == expected);
}

static void rooted(upcx_team_t team, size_t n)
{
    int rank = upcx_team_rank(team), size = upcx_team_size(team), root = size - 1,
        thread = upcx_team_thread(team, root);
    for (int i = 0; i < CALLS; i++) {
        dawdle(i);
        fill(i, rank, size, n);
        upc_sync(upcx_team_broadcast_nb(dst, src + thread, n, STREAMED, team));
        check_block(0, i, root, 0, n);
    }
    for (int i = 0; i < CALLS; i++) {
        dawdle(i);
        fill(i, rank, size, n);
        upcx_team_scatterv(dst, n, src + thread, counts, displs, STREAMED, team);
        check_block(0, i, root, rank, n);
    }
    for (int i = 0; i < CALLS; i++) {
        dawdle(i);
        fill(i, rank, 1, n);
        upcx_team_gatherv(dst + thread, counts, displs, src, n, STREAMED, team);
        for (int r = 0; rank == root && r < size; r++)
            check_block(r, i, r, 0, n);
    }
    for (int i = 0; i < CALLS; i++) {
        dawdle(i);
        fill(i, rank, 1, n);
        upcx_team_gather_private(take, give, n, root, team);
        for (int r = 0; rank == root && r < size; r++)
            check_block(r, i, r, 0, n);
    }
}

static void from_all_to_all(upcx_team_t team, size_t n)
{
    int rank = upcx_team_rank(team), size = upcx_team_size(team);
    for (int i = 0; i < CALLS; i++) {
        dawdle(i);
        fill(i, rank, size, n);
        upc_handle_t exchange = upcx_team_exchange_nb(dst, src, n, STREAMED, team);
        upc_sync(exchange);
        for (int r = 0; r < size; r++)
            check_block(r, i, r, rank, n);
        fill(i + 1, rank, 1, n);
        upc_sync(upcx_team_gather_all_nb(dst, src, n, STREAMED, team));
        for (int r = 0; r < size; r++)
            check_block(r, i + 1, r, 0, n);
        fill(i + 2, rank, 1, n);
        upcx_team_permute(dst, src, perm, n, STREAMED, team);
        check_block(0, i + 2, (rank + size - 1) % size, 0, n);
    }
}

/* Each element is the number of the call, and of the member. */
static void reductions(upcx_team_t team, size_t n)
{
    int rank = upcx_team_rank(team), size = upcx_team_size(team),
        thread = upcx_team_thread(team, size / 2);
    size_t count = n / sizeof(long);
    long *mine = (long *)give, *result = (long *)take;
    for (long i = 0; i < CALLS; i++) {
        dawdle((int)i);
        for (size_t k = 0; k < count; k++)
            mine[k] = i + rank;
        if (i % 2)
            upc_sync(
                upcx_team_reduce_nb(dst + thread, src, UPC_LONG, UPC_MAX, count, STREAMED, team));
        else
            upcx_team_prefix_reduce(dst, src, UPC_LONG, UPC_MAX, count, STREAMED, team);
        if (i % 2 == 0 || MYTHREAD == thread)
            CHECK(result[0] == i + (i % 2 ? size - 1 : rank) && result[count - 1] == result[0]);
    }
}

static void on(upcx_team_t team)
{
    for (int s = 0; s < SIZES; s++) {
        for (int r = 0; r < upcx_team_size(team); r++) {
            perm[r] = (r + 1) % upcx_team_size(team);
            counts[r] = sizes[s];
            displs[r] = (size_t)r * sizes[s];
        }
        rooted(team, sizes[s]);
        from_all_to_all(team, sizes[s]);
        reductions(team, sizes[s]);
    }
}

int main(void)
{
    src = (shared char *)upc_all_alloc(THREADS, MOST * THREADS);
    dst = (shared char *)upc_all_alloc(THREADS, MOST * THREADS);
    give = (char *)&src[MYTHREAD];
    take = (char *)&dst[MYTHREAD];
    perm = malloc(THREADS * sizeof *perm);
    counts = malloc(THREADS * sizeof *counts);
    displs = malloc(THREADS * sizeof *displs);
    on(UPCX_TEAM_ALL);
    upcx_team_t half = upcx_team_split(UPCX_TEAM_ALL, MYTHREAD % 2, -MYTHREAD);
    on(half);
    upcx_team_free(half);
    check_done();
    return 0;
}
