// Transfers between lists, strided boxes, and their forms with a handle.
#include "check.h"

enum { N = 64 };
static shared [N] int a[N * THREADS], b[N * THREADS];
static int mine[N], got[N];

static void fill(void)
{
    for (int i = 0; i < N; i++)
        a[N * MYTHREAD + i] = 1000 * MYTHREAD + i, b[N * MYTHREAD + i] = got[i] = -1,
                         mine[i] = 5000 + 100 * MYTHREAD + i;
    upc_barrier;
}

static void vlist(int right, int left)
{
    fill();
    /* 5 + 0 + 3 integers from here and there to pieces of 2 and 6. */
    bupc_smemvec_t from[3] = {
        {&a[N * right + 10], 5 * sizeof(int)}, {NULL, 0}, {&a[N * left + 40], 3 * sizeof(int)}};
    bupc_pmemvec_t to[2] = {{got + 1, 2 * sizeof(int)}, {got + 20, 6 * sizeof(int)}};
    int expected[8];
    for (int i = 0; i < 8; i++)
        expected[i] = i < 5 ? 1000 * right + 10 + i : 1000 * left + 40 + i - 5;
    bupc_memget_vlist(2, to, 3, from);
    for (int i = 0; i < 8; i++)
        CHECK_EQ(i < 2 ? got[1 + i] : got[18 + i], expected[i]);
    CHECK(got[0] == -1 && got[3] == -1 && got[26] == -1);

    bupc_smemvec_t there[2] = {{&b[N * right + 1], 7 * sizeof(int)},
                               {&b[N * right + 30], sizeof(int)}};
    bupc_waitsync(bupc_memcpy_vlist_async(2, there, 3, from));
    bupc_pmemvec_t own[1] = {{mine + 3, 4 * sizeof(int)}};
    bupc_smemvec_t four[4];
    for (int i = 0; i < 4; i++)
        four[i].addr = &b[N * right + 40 + 2 * i], four[i].len = sizeof(int);
    bupc_memput_vlist(4, four, 1, own);
    bupc_memput_vlist(0, NULL, 0, NULL);
    for (int i = 0; i < 8; i++)
        CHECK_EQ(b[N * right + (i < 7 ? 1 + i : 30)], expected[i]);
    for (int i = 0; i < 4; i++)
        CHECK(b[N * right + 40 + 2 * i] == mine[3 + i] && b[N * right + 41 + 2 * i] == -1);
    upc_barrier;
}

static void ilist(int right)
{
    fill();
    shared void *there[3] = {&b[N * right], &b[N * right + 9], &b[N * right + 5]};
    const void *own[6];
    int place[3] = {0, 9, 5};
    for (int i = 0; i < 6; i++)
        own[i] = mine + 8 * i;
    bupc_memput_ilist(3, there, 2 * sizeof(int), 6, own, sizeof(int));
    for (int i = 0; i < 6; i++)
        CHECK_EQ(b[N * right + place[i / 2] + i % 2], mine[8 * i]);
    void *back[2] = {got + 3, got + 7};
    shared const void *from[3] = {there[2], there[1], there[0]};
    bupc_waitsync(bupc_memget_ilist_async(2, back, 3 * sizeof(int), 3, from, 2 * sizeof(int)));
    int order[6] = {4, 5, 2, 3, 0, 1};
    for (int i = 0; i < 6; i++)
        CHECK_EQ(got[i < 3 ? 3 + i : 4 + i], mine[8 * order[i]]);
    shared void *last[1] = {&b[N * right + 50]};
    bupc_memcpy_ilist(1, last, 6 * sizeof(int), 3, from, 2 * sizeof(int));
    for (int i = 0; i < 6; i++)
        CHECK_EQ(b[N * right + 50 + i], mine[8 * order[i]]);
    upc_barrier;
}

/* A box of 2 x 3 rows of 2 integers, of a cube of 4 x 4 x 4, to a dense one. */
static void strided(int right)
{
    fill();
    size_t cube[2] = {4 * sizeof(int), 16 * sizeof(int)},
           dense[2] = {2 * sizeof(int), 6 * sizeof(int)};
    size_t count[3] = {2 * sizeof(int), 3, 2};
    bupc_memget_strided(got, dense, &a[N * right + 21], cube, count, 2);
    for (int i = 0; i < 12; i++)
        CHECK_EQ(got[i], 1000 * right + 21 + i % 2 + i / 2 % 3 * 4 + i / 6 * 16);
    bupc_waitsync(bupc_memput_strided_async(&b[N * right + 21], cube, mine, dense, count, 2));
    bupc_memcpy_strided(&b[N * right], dense, &b[N * right + 21], cube, count, 1);
    for (int i = 0; i < 12; i++)
        CHECK_EQ(b[N * right + 21 + i % 2 + i / 2 % 3 * 4 + i / 6 * 16], mine[i]);
    for (int i = 0; i < 6; i++)
        CHECK_EQ(b[N * right + i], mine[i]);
    bupc_memput_strided(&b[N * right + 60], NULL, mine, NULL, (size_t[]){3 * sizeof(int)}, 0);
    CHECK(b[N * right + 59] == -1 && b[N * right + 60] == mine[0] && b[N * right + 62] == mine[2] &&
          b[N * right + 63] == -1);
    upc_barrier;
}

int main(void)
{
    int right = (MYTHREAD + 1) % THREADS, left = (MYTHREAD + THREADS - 1) % THREADS;
    vlist(right, left);
    ilist(right);
    strided(right);
    check_done();
    return 0;
}
