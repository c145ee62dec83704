// Value-based collectives of bupc_collectivev.h.
#include "check.h"
#include <bupc_collectivev.h>

struct point {
    double x, y, z[40];
};

struct page { /* more than a post carries */
    char first, bytes[5000];
    int last;
};

/* Sizes around those that posts have room for, calls without anything between them, one root after
 * the other. */
static void check_sizes_and_streams(void)
{
    struct point points[THREADS], got[THREADS];
    struct page page = {.first = 1, .last = MYTHREAD};
    for (int round = 0; round < 100; round++) {
        int root = round % THREADS, next = (MYTHREAD + 1) % THREADS,
            before = (MYTHREAD + THREADS - 1) % THREADS;
        CHECK_EQ(bupc_allv_broadcast(long, 1000L * round + MYTHREAD, root), 1000L * round + root);
        for (int t = 0; t < THREADS; t++)
            points[t] = (struct point){.x = MYTHREAD, .y = t, .z[39] = round};
        struct point p = bupc_allv_scatter(struct point, root, points);
        CHECK(p.x == root && p.y == MYTHREAD && p.z[39] == round);
        bupc_allv_exchange(struct point, points, got);
        for (int t = 0; t < THREADS; t++)
            CHECK(got[t].x == t && got[t].y == MYTHREAD && got[t].z[39] == round);
        CHECK(bupc_allv_reduce(long double, MYTHREAD, root, UPC_MAX) ==
              (MYTHREAD == root ? THREADS - 1 : MYTHREAD));
        if (round % 9 == 0)
            CHECK_EQ(bupc_allv_permute(struct page, page, next).last, before);
        if (round % 10 == 0)
            CHECK_EQ(bupc_allv_broadcast(struct page, page, root).last, root);
        CHECK_EQ(bupc_allv_permute(short, (short)(MYTHREAD + round), next), before + round);
    }
}

int main(void)
{
    int last = THREADS - 1, sum = THREADS * (THREADS - 1) / 2;
    for (int round = 0; round < 5; round++) {
        CHECK_EQ(bupc_allv_reduce_all(int, MYTHREAD, UPC_ADD), sum);
        long most = bupc_allv_reduce(long, 10L * MYTHREAD, last, UPC_MAX);
        if (MYTHREAD == last)
            CHECK_EQ(most, 10 * last);
        CHECK(bupc_allv_reduce_all(double, MYTHREAD + 0.5, UPC_MIN) == 0.5);
        CHECK_EQ(bupc_allv_reduce_all(unsigned char, 1, UPC_LOGAND), 1);
        CHECK_EQ(bupc_allv_reduce_all(unsigned, 1u << MYTHREAD, UPC_OR), (1u << THREADS) - 1);
        CHECK_EQ(bupc_allv_prefix_reduce(int, MYTHREAD, UPC_ADD), MYTHREAD * (MYTHREAD + 1) / 2);
        CHECK_EQ(bupc_allv_broadcast(int, 7 + MYTHREAD, last), 7 + last);
        struct point p = {.x = MYTHREAD, .z[39] = round};
        p = bupc_allv_broadcast(struct point, p, 0);
        CHECK(p.x == 0 && p.z[39] == round);
        CHECK_EQ(bupc_allv_permute(int, MYTHREAD, (MYTHREAD + 1) % THREADS),
                 (MYTHREAD + last) % THREADS);
    }
    int all[THREADS], out[THREADS];
    bupc_allv_gather(int, MYTHREAD * 3, 0, MYTHREAD == 0 ? all : NULL);
    if (MYTHREAD == 0)
        for (int t = 0; t < THREADS; t++)
            CHECK_EQ(all[t], 3 * t);
    CHECK(bupc_allv_gather_all(int, MYTHREAD * 5, all) == all);
    for (int t = 0; t < THREADS; t++)
        CHECK_EQ(all[t], 5 * t);
    for (int t = 0; t < THREADS; t++)
        all[t] = 100 * MYTHREAD + t;
    CHECK_EQ(bupc_allv_scatter(int, last, all), 100 * last + MYTHREAD);
    bupc_allv_exchange(int, all, out);
    for (int t = 0; t < THREADS; t++)
        CHECK_EQ(out[t], 100 * t + MYTHREAD);
    check_sizes_and_streams();
    check_done();
    return 0;
}
