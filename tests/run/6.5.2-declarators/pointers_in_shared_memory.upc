// conformance: LANG-6.5.2-S5
// Shared pointers to shared, of both representations, and arrays of them.
#include "check.h"

shared int *shared first;
shared [4] int *shared directory[THREADS];
shared [] char *shared text[THREADS];
shared void *shared generic;
shared [4] int data[8 * THREADS];
strict shared [4] int *strict shared head;

int main(void)
{
    directory[MYTHREAD] = &data[(4 * MYTHREAD + 1) % (8 * THREADS)];
    text[MYTHREAD] = upc_alloc(10);
    text[MYTHREAD][3] = 'a' + MYTHREAD;
    if (MYTHREAD == 0) {
        generic = &data[3];
        first = (shared int *)&data[0];
        head = (strict shared [4] int *)&data[6];
    }
    upc_barrier;
    for (int t = 0; t < THREADS; t++) {
        CHECK_EQ(directory[t] - data, 4 * t + 1);
        CHECK_EQ(upc_phaseof(directory[t]), 1);
        CHECK_EQ(upc_threadof(text[t]), t);
        CHECK_EQ(text[t][3], 'a' + t);
    }
    CHECK_EQ(upc_phaseof(generic), 3);
    CHECK((shared [4] int *)generic - data == 3);
    CHECK(first == (shared int *)data);
    CHECK_EQ(upc_phaseof(head), 2);
    *directory[MYTHREAD] = 10 + MYTHREAD;
    upc_barrier;
    for (int t = 0; t < THREADS; t++)
        CHECK_EQ(data[4 * t + 1], 10 + t);
    upc_free(text[MYTHREAD]);
    check_done();
    return 0;
}
