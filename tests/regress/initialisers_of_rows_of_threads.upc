// Initialisers of shared arrays with THREADS in an inner dimension.
// dynamic-only
// cflags: -Wno-upc-threads-product
#include <upc.h>
#include "check.h"

struct pair { int x, y; };
shared int plain[2][THREADS] = { { 1 }, { 2 } };
shared [*] int rows[][THREADS] = { {}, {} };
shared [*] int long_rows[][3 * THREADS] = { { 1, 2, 3 }, { [1] = 4 }, {}, { [0 ... 2] = 5 } };
shared [3] int blocked[4][2 * THREADS] = { { 1, 2 }, [2] = { [1] = 7 }, [1][0] = 6, [3] = 8 };
shared [2] int deep[2][THREADS][3] = { { { 1, 2, 3 } }, { 4, 5 } };
shared int deeper[2][2][THREADS] = { { { 1 }, { 2 } }, { [1] = { 3 } } };
shared [4] int flat[2][2][THREADS] = { 1, 2, 3, 4 };
shared struct pair pairs[2][THREADS] = { { { 1, 2 } }, [1][0].y = 3 };
shared [5] char text[3][8 * THREADS] = { "one", { "two" }, { 't', 'h' } };
typedef shared [2] int row[THREADS];
row typed[3] = { [1 ... 2] = { 9 } };
static row private_name[1] = { { 11 } };
shared [3] int *shared places[2][THREADS] = { { &blocked[0][0] }, { 0, &blocked[1][0] } };
shared int single[1][THREADS] = { { 1 } };
shared int product[2][2 * THREADS * 2] = { { 1, 2, 3, 4 }, { 5 } };
extern shared int later[][THREADS];
shared int later[2][THREADS] = { { 1 }, { 2 } };
shared int beyond[2][THREADS] = { { 1, 2, 3 }, { 4 } };

static const int deeper_want[] = { 1, 2, 0, 3 };
static const int deep_want[] = { 1, 2, 3, 4, 5, 0 };
static const int long_rows_want[] = { 1, 2, 3, 0, 4, 0, 0, 0, 0, 5, 5, 5 };
static const int blocked_want[] = { 1, 2, 6, 0, 0, 7, 8, 0 };
static const char text_want[3][4] = { "one", "two", "th" };

static int counted(void)
{
    static shared [2] int inside[2][THREADS] = { { 5 }, { 6 } };
    return inside[0][0] * 10 + inside[1][0];
}

int main(void)
{
    int all = 0;
    CHECK(plain[0][0] == 1 && plain[1][0] == 2);
    for (int i = 0; i < 2; i++)
        for (int t = 0; t < THREADS; t++) {
            CHECK_EQ(plain[i][t], t ? 0 : i + 1);
            CHECK_EQ(rows[i][t], 0);
            CHECK_EQ(single[0][t], t == 0);
            CHECK_EQ(later[i][t], t ? 0 : i + 1);
            CHECK_EQ(pairs[i][t].x, t == 0 && i == 0);
            CHECK_EQ(pairs[i][t].y, t ? 0 : i + 2);
            CHECK_EQ(beyond[i][t], i ? (t ? 0 : 4) : (t < 3 ? t + 1 : 0));
            for (int j = 0; j < 2; j++)
                CHECK_EQ(deeper[i][j][t], t ? 0 : deeper_want[2 * i + j]);
            for (int j = 0; j < 3; j++)
                CHECK_EQ(deep[i][t][j], t ? 0 : deep_want[3 * i + j]);
            for (int j = 0; j < 2; j++) {
                int at = (2 * i + j) * THREADS + t;
                CHECK_EQ(flat[i][j][t], at < 4 ? at + 1 : 0);
            }
        }
    CHECK_EQ(sizeof long_rows / sizeof long_rows[0], 4);
    for (int i = 0; i < 4; i++)
        for (int t = 0; t < 3 * THREADS; t++)
            CHECK_EQ(long_rows[i][t], t > 2 ? 0 : long_rows_want[3 * i + t]);
    for (int i = 0; i < 4; i++)
        for (int t = 0; t < 2 * THREADS; t++)
            CHECK_EQ(blocked[i][t], t > 1 ? 0 : blocked_want[2 * i + t]);
    for (int i = 0; i < 3; i++) {
        for (int t = 0; t < THREADS; t++)
            CHECK_EQ(typed[i][t], t == 0 && i > 0 ? 9 : 0);
        for (int t = 0; t < 8 * THREADS; t++)
            CHECK_EQ(text[i][t], t < 4 ? text_want[i][t] : 0);
    }
    for (int t = 0; t < THREADS; t++)
        all += private_name[0][t];
    CHECK_EQ(all, 11);
    CHECK(places[0][0] == &blocked[0][0] && places[1][0] == 0);
    CHECK(THREADS == 1 || (places[1][1] == &blocked[1][0] && places[0][1] == 0));
    CHECK_EQ(product[0][3] * 10 + product[1][0], 45);
    CHECK_EQ(counted(), 56);
    check_done();
    return 0;
}
