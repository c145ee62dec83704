// threads: 1 2 3
/* A base that lies before its segment, as programs make it that count from a lower bound, still
 * leads to its elements: in loops the base alone must not decide whose they are. So with members,
 * rows, reads, writes and updates. */
#include "check.h"

enum { N = 64 };
struct pair { int a; long b[3]; };

static shared int rows[N * THREADS];

static void counts_from(shared [] long *block, long low)
{
    shared [] long *from = block - low;
    for (long i = low; i < low + N; i++)
        from[i] = i;
    for (long i = low; i < low + N; i++)
        from[i] += 2 * i;
    long sum = 0;
    for (long i = low; i < low + N; i++)
        sum += from[i];
    CHECK_EQ(sum, 3 * (N * low + N * (N - 1) / 2));
    for (long i = 0; i < N; i++)
        CHECK_EQ(block[i], 3 * (low + i));
}

static void members(shared [] struct pair *block, long low)
{
    shared [] struct pair *from = block - low;
    for (long i = low; i < low + 8; i++) {
        from[i].a = (int)(i - low);
        for (int k = 0; k < 3; k++)
            from[i].b[k] = from[i].a + k;
        from[i].b[1]++;
    }
    for (int i = 0; i < 8; i++)
        CHECK_EQ(block[i].a + block[i].b[0] + block[i].b[1] + block[i].b[2], 4 * i + 4);
}

static int with_parameter(int n, shared[] long *p, int (*a)[p[n]])
{
    return (int)(sizeof *a / sizeof(int)) + n;
}

int main(void)
{
    static shared [] long *shared blocks[THREADS];
    const long lows[] = {0, 1, -1, 1000, 1l << 20, 1l << 30, -(1l << 30), 1l << 35, -(1l << 35)};
    blocks[MYTHREAD] = upc_alloc(N * sizeof(struct pair));
    upc_barrier;
    for (int turn = 0; turn < THREADS; turn++) {
        int other = (MYTHREAD + turn) % THREADS;
        for (unsigned k = 0; k < sizeof lows / sizeof *lows; k++) {
            counts_from(blocks[other], lows[k]);
            members((shared [] struct pair *)blocks[other], lows[k] / 4);
        }
        blocks[other][5] = 7;
        CHECK_EQ(with_parameter(5, blocks[other], 0), 12);
        upc_barrier;
    }
    for (int i = 0; i < N; i++)
        rows[i * THREADS + MYTHREAD] = i;
    for (int i = 0; i < N; i++)
        rows[i * THREADS + MYTHREAD] += 1;
    upc_barrier;
    for (int i = 0; i < N * THREADS; i++)
        CHECK_EQ(rows[i], i / THREADS + 1);
    check_done();
    return 0;
}
