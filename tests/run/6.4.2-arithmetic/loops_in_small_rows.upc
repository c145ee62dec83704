// threads: 1 2 3
/* Loops along rows that are one small block each: whole, in part, downwards, and left early. */
#include "check.h"
#include <upc_relaxed.h>

#define ROWS (6 * THREADS)

shared [4] int four[6 * THREADS][4], more[6 * THREADS][4];
shared [5] double five[6 * THREADS][5];
shared [8] int pair[6 * THREADS][2][4];

static int sum_of(int i, int first, int n) {
    int sum = 0;
    for (int d = first; d < n; d++)
        sum += four[i][d] * more[i][d];
    return sum;
}

static int expected_of(int i, int first, int n) {
    int sum = 0;
    for (int d = first; d < n; d++)
        sum += (4 * i + d) * (4 * i + d + 1);
    return sum;
}

static int first_above(int i, int least) {
    int at = -1;
    for (int d = 0; d < 4; d++)
        if (four[i][d] > least) {
            at = d;
            break;
        }
    return at;
}

int main(void) {
    upc_forall (int i = 0; i < ROWS; i++; &four[i][0])
        for (int d = 0; d < 4; d++) {
            four[i][d] = 4 * i + d;
            more[i][d] = four[i][d] + 1;
            pair[i][0][d] = i;
            pair[i][1][d] = d;
        }
    upc_forall (int i = 0; i < ROWS; i++; &five[i][0])
        for (int d = 4; d >= 0; d--)
            five[i][d] = i + d / 8.0;
    upc_barrier;
    for (int i = 0; i < ROWS; i++) {
        double sum = 0;
        int both = 0;
        for (int first = 0; first < 4; first++)
            for (int n = first; n <= 4; n++)
                CHECK_EQ(sum_of(i, first, n), expected_of(i, first, n));
        for (int d = 0; d < 5; d++)
            sum += five[i][d] * 8;
        CHECK(sum == 40 * i + 10);
        for (int d = 0; d < 4; d++)
            both += pair[i][0][d] * pair[i][1][d];
        CHECK_EQ(both, 6 * i);
        CHECK_EQ(first_above(i, 4 * i + 1), 2);
        CHECK_EQ(first_above(i, 4 * i + 9), -1);
    }
    upc_barrier;
    check_done();
    return 0;
}
