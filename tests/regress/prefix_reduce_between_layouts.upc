// unchecked
/* upc_all_prefix_reduce where src and dst start on different threads or with different phases,
 * which UPC leaves undefined: each result comes to its place. */
#include <upc_collective.h>
#include "check.h"

enum { BLOCK = 5, N = 1200 };
shared [BLOCK] int src[(N + 4 * BLOCK) * THREADS], dst[(N + 4 * BLOCK) * THREADS];
shared [] int one_src[N], one_dst[N];
shared [] int *shared there;

static int value(int i) { return (i * 37 + 11) % 101 - 50; }

static int modes(int i)
{
    static const int in[] = {UPC_IN_ALLSYNC, UPC_IN_MYSYNC, UPC_IN_NOSYNC};
    static const int out[] = {UPC_OUT_ALLSYNC, UPC_OUT_MYSYNC, UPC_OUT_NOSYNC};
    return in[i % 3] | out[i / 3 % 3];
}

static void clear(void)
{
    upc_forall (int i = 0; i < (int)(sizeof dst / sizeof dst[0]); i++; &dst[i])
        dst[i] = -1;
    upc_barrier;
}

/* A barrier before and after makes all modes right. */
static void blocks(int from, int to, int n, int mode)
{
    clear();
    upc_all_prefix_reduceI(&dst[to], &src[from], UPC_ADD, n, BLOCK, 0, modes(mode));
    upc_barrier;
    if (MYTHREAD == n % THREADS) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += value(from + i);
            CHECK_EQ(dst[to + i], sum);
        }
        CHECK(to == 0 || dst[to - 1] == -1);
        CHECK_EQ(dst[to + n], -1);
    }
    upc_barrier;
}

static void whole(int n, int mode)
{
    upc_all_prefix_reduceI(there, one_src, UPC_MAX, n, 0, 0, modes(mode));
    upc_barrier;
    if (MYTHREAD == 0) {
        int most = value(0);
        for (int i = 0; i < n; i++) {
            most = value(i) > most ? value(i) : most;
            CHECK_EQ(there[i], most);
        }
    }
    upc_barrier;
}

int main(void)
{
    static const int starts[][2] = {
        {0, 1}, {1, 0}, {0, BLOCK}, {3, 2 * BLOCK + 1}, {BLOCK * 2 + 4, 2}, {7, 6}};
    static const int counts[] = {1, 4, 2 * BLOCK + 3, N};
    int mode = 0;
    upc_forall (int i = 0; i < (int)(sizeof src / sizeof src[0]); i++; &src[i])
        src[i] = value(i);
    if (MYTHREAD == 0)
        for (int i = 0; i < N; i++)
            one_src[i] = value(i);
    if (MYTHREAD == THREADS - 1)
        there = upc_alloc(N * sizeof(int));
    upc_barrier;
    for (int s = 0; s < 6; s++)
        for (int c = 0; c < 4; c++)
            blocks(starts[s][0], starts[s][1], counts[c], mode++);
    for (int c = 0; c < 4; c++)
        whole(counts[c], mode++);
    check_done();
    return 0;
}
