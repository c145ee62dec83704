// Access regions, synchronisation of some of several transfers, and bupc_inverse_cast.
#include "check.h"
#include <bupc_extensions.h>
#include <stdlib.h>

enum { N = 40 };
static shared [N] long a[N * THREADS];
static shared [] long *shared rows[THREADS];

static void regions(int right, int left)
{
    long mine[N], got[2] = {0, 0};
    for (int i = 0; i < N; i++)
        mine[i] = 1000 * MYTHREAD + i;
    bupc_begin_accessregion();
    for (int i = 0; i < N; i += 4)
        bupc_memput_asynci(&a[N * right + i], mine + i, 4 * sizeof(long));
    bupc_handle_t region = bupc_end_accessregion();
    bupc_waitsync(region);
    upc_barrier;
    for (int i = 0; i < N; i++)
        CHECK_EQ(a[N * MYTHREAD + i], 1000 * left + i);

    bupc_begin_accessregion();
    bupc_memget_asynci(&got[0], &a[N * right + 1], sizeof(long));
    bupc_memget_asynci(&got[1], &a[N * right + N - 1], sizeof(long));
    region = bupc_end_accessregion();
    while (!bupc_trysync(region))
        bupc_poll();
    CHECK_EQ(got[0], 1000 * MYTHREAD + 1);
    CHECK_EQ(got[1], 1000 * MYTHREAD + N - 1);

    bupc_begin_accessregion();
    bupc_waitsync(bupc_end_accessregion());
}

static void some(int right)
{
    long got[3] = {0, 0, 0};
    bupc_handle_t h[4] = {BUPC_COMPLETE_HANDLE};
    for (int i = 0; i < 3; i++)
        h[i + 1] = bupc_memget_async(&got[i], &a[N * right + i], sizeof(long));
    for (int looks = 0; looks < 4; looks++)
        bupc_waitsync_some(h, 4);
    for (int i = 0; i < 4; i++)
        CHECK_EQ(h[i], BUPC_COMPLETE_HANDLE);
    for (int i = 0; i < 3; i++)
        CHECK_EQ(got[i], 1000 * MYTHREAD + i);
    CHECK(bupc_trysync_some(h, 4));
    bupc_waitsync_some(h, 0);
}

static void inverse(void)
{
    shared [] long *row = upc_alloc(N * sizeof(long));
    rows[MYTHREAD] = row;
    upc_barrier;
    for (int t = 0; t < THREADS; t++) {
        shared [] long *theirs = rows[t] + 3;
        shared [N] long *part = &a[N * t + 5];
        void *p = bupc_cast(theirs), *q = bupc_cast(part);
        CHECK(!p || bupc_inverse_cast(p) == theirs);
        CHECK(!q || (upc_threadof(bupc_inverse_cast(q)) == t &&
                     upc_addrfield(bupc_inverse_cast(q)) == upc_addrfield(part)));
        CHECK(!q || upc_phaseof(bupc_inverse_cast(q)) == 0);
    }
    CHECK(bupc_inverse_cast((long *)row) == row);
    static long fixed;
    long automatic;
    void *heap = malloc(8);
    CHECK(bupc_inverse_cast(&fixed) == NULL && bupc_inverse_cast(&automatic) == NULL);
    CHECK(bupc_inverse_cast(heap) == NULL && bupc_inverse_cast(NULL) == NULL &&
          bupc_inverse_cast((void *)-1) == NULL);
    free(heap);
}

int main(void)
{
    int right = (MYTHREAD + 1) % THREADS, left = (MYTHREAD + THREADS - 1) % THREADS;
    regions(right, left);
    some(right);
    inverse();
    upc_barrier;
    check_done();
    return 0;
}
