// conformance: LANG-6.5.2.1-S4 LANG-6.5.2.1-S5 LANG-6.5.2.1-S6 ENV-5.1.2-S2
#include "check.h"

struct item { int id; char name[8]; double w[2]; };

shared int scalar = 42;
shared double real = 1.0 / 4;
shared struct item item = {7, "seven", {0.5, .25}};
shared int zero;
shared int *shared null_pointer;
static shared long hidden = 1L << 40;
shared struct { unsigned a : 3, b : 9; } bits = {5, 300};
shared const char letter = 'q';
#ifdef __UPC_STATIC_THREADS__
shared [3] int array[20] = {1, 2, 3, 4, 5, 6, 7, [15] = 99};
shared char text[12] = "in shared";
shared [] short place[] = {10, 20, 30};
shared [2] struct item items[5] = {{1, "a"}, [4] = {5, "e", {1, 2}}};
shared [4] int matrix[3][4] = {{1, 2}, {[3] = 8}, {9, 10, 11, 12}};
#endif

int main(void)
{
    CHECK_EQ(scalar, 42);
    CHECK(real == 0.25);
    CHECK_EQ(item.id, 7);
    CHECK_EQ(item.name[4], 'n');
    CHECK_EQ(item.name[6], 0);
    CHECK(item.w[1] == 0.25);
    CHECK_EQ(zero, 0);
    CHECK(null_pointer == NULL);
    CHECK_EQ(hidden, 1L << 40);
    CHECK(bits.a == 5 && bits.b == 300);
    CHECK_EQ(letter, 'q');
#ifdef __UPC_STATIC_THREADS__
    for (int i = 0; i < 20; i++)
        CHECK_EQ(array[i], i < 7 ? i + 1 : i == 15 ? 99 : 0);
    for (int i = 0; i < 12; i++)
        CHECK_EQ(text[i], i < 9 ? "in shared"[i] : 0);
    CHECK_EQ(sizeof place, 6);
    CHECK_EQ(place[2], 30);
    CHECK_EQ(items[0].id + items[0].name[0], 1 + 'a');
    CHECK_EQ(items[3].id, 0);
    CHECK(items[4].id == 5 && items[4].w[1] == 2);
    CHECK_EQ(matrix[0][1], 2);
    CHECK_EQ(matrix[1][3], 8);
    CHECK_EQ(matrix[2][3], 12);
#endif
    upc_barrier;
    if (MYTHREAD == 0)
        scalar++;
    upc_barrier;
    CHECK_EQ(scalar, 43);
    check_done();
    return 0;
}
