// An assignment that converts between pointers to shared, as the operand of another operator.
#include "check.h"

int main(void)
{
    shared [] char *p[3];
    shared [4] int *q;
    shared void *g;
    int n = 0;
    while (n < 3 && (p[n] = upc_alloc(16)) != NULL)
        n++;
    CHECK_EQ(n, 3);
    CHECK(!(q = g = NULL) && (g = p[0]) == (shared void *)p[0]);
    if ((q = (shared [4] int *)p[1]))
        n++;
    CHECK_EQ(n, 4);
    CHECK_EQ(upc_threadof(g = p[2]), MYTHREAD);
    for (int i = 0; i < 3; i++)
        upc_free(p[i]);
    check_done();
    return 0;
}
