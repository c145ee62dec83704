// conformance: LANG-6.4.1.1-S1 LANG-6.4.1.1-S2 LANG-6.4.1.2-S1 LANG-6.4.1.2-S3 LANG-6.4.1.3-S1 LANG-6.4.1.3-S2
// conformance: LANG-6.4.1.3-S5 LANG-6.4.1.4-S1 LANG-6.4.1.4-S2 LANG-6.4.1-S1
#include "check.h"

typedef double row_t[7];
struct item { char c; double d; };

shared int cyclic[10 * THREADS];
shared [4] char blocked[10 * THREADS];
shared [] short indefinite[33];
shared [0] short also_indefinite[33];
shared struct item item;
shared [7] row_t rows[2 * THREADS];
shared [3] int matrix[THREADS][5];

int main(void)
{
    CHECK_EQ(sizeof cyclic, 10 * THREADS * sizeof(int));
    CHECK_EQ(sizeof blocked, 10 * THREADS);
    CHECK_EQ(sizeof rows, 14 * THREADS * sizeof(double));
    CHECK_EQ(sizeof matrix, 5 * THREADS * sizeof(int));
    CHECK_EQ(sizeof matrix[0], 5 * sizeof(int));
    CHECK_EQ(sizeof indefinite, 66);
    CHECK_EQ(sizeof item, sizeof(struct item));

    CHECK_EQ(upc_localsizeof(cyclic), 10 * sizeof(int));
    CHECK(upc_localsizeof(blocked) >= 10 && upc_localsizeof(blocked) <= 16);
    CHECK(upc_localsizeof(indefinite) >= 66);
    CHECK(upc_localsizeof(item) >= sizeof(struct item));
    CHECK_EQ(upc_localsizeof(rows), 14 * sizeof(double));

    CHECK_EQ(upc_blocksizeof(cyclic), 1);
    CHECK_EQ(upc_blocksizeof(blocked), 4);
    CHECK_EQ(upc_blocksizeof(indefinite), 0);
    CHECK_EQ(upc_blocksizeof(also_indefinite), 0);
    CHECK_EQ(upc_blocksizeof(item), 1);
    CHECK_EQ(upc_blocksizeof(rows), 7);
    CHECK_EQ(upc_blocksizeof(matrix), 3);
    CHECK_EQ(upc_blocksizeof(matrix[0]), 3);
    CHECK_EQ(upc_blocksizeof(shared [9] int), 9);

    CHECK_EQ(upc_elemsizeof(cyclic), sizeof(int));
    CHECK_EQ(upc_elemsizeof(rows), sizeof(double));
    CHECK_EQ(upc_elemsizeof(matrix), sizeof(int));
    CHECK_EQ(upc_elemsizeof(item), sizeof(struct item));
    CHECK_EQ(upc_elemsizeof(shared [2] row_t), sizeof(double));
    check_done();
    return 0;
}
