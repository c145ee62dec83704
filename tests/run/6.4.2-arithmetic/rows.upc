// conformance: LANG-6.4.2-S7 LANG-6.4.2-S16 LANG-6.5.2.1-S8 LANG-6.4.4-S4
// Pointers to rows step by whole rows, whatever the block size.
#include "check.h"

shared [3] int m[4 * THREADS][5];
shared int c[2 * THREADS][3][2];

int main(void)
{
    shared [3] int (*row)[5] = m;
    for (int i = 0; i < 4 * THREADS; i++, row++) {
        CHECK(row == &m[i]);
        CHECK_EQ(row - m, i);
        CHECK_EQ(upc_threadof(row), i * 5 / 3 % THREADS);
        CHECK_EQ(upc_phaseof(row), i * 5 % 3);
        for (int j = 0; j < 5; j++) {
            int flat = i * 5 + j;
            CHECK_EQ(upc_threadof(&m[i][j]), flat / 3 % THREADS);
            CHECK_EQ(upc_phaseof(&m[i][j]), flat % 3);
            CHECK(&(*row)[j] == &m[0][0] + flat);
        }
    }
    row = &m[4 * THREADS - 1] - 2;
    CHECK(row < m + 4 * THREADS - 1);
    CHECK_EQ((m + 4 * THREADS - 1) - row, 2);

    for (int i = 0; i < 2 * THREADS; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 2; k++) {
                CHECK_EQ(upc_threadof(&c[i][j][k]), ((i * 3 + j) * 2 + k) % THREADS);
                if (upc_threadof(&c[i][j][k]) == MYTHREAD)
                    c[i][j][k] = i * 100 + j * 10 + k;
            }
    upc_barrier;
    for (int i = 0; i < 2 * THREADS; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 2; k++)
                CHECK_EQ(c[i][j][k], i * 100 + j * 10 + k);
    check_done();
    return 0;
}
