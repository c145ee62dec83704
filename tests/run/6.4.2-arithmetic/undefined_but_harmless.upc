// conformance: LANG-6.4.2-U1 LANG-6.4.2-U2 LANG-6.4.3-U1
// unchecked
#include "check.h"

shared [4] int a[8 * THREADS];
shared [] int *shared own[THREADS];

/* The values are unspecified; nothing is accessed, and the program goes on. */
int main(void)
{
    own[MYTHREAD] = (shared [] int *)upc_alloc(4 * sizeof(int));
    upc_barrier;

    /* Pointers on different threads, and with phases that cannot match. */
    shared [] int *p = own[0], *q = own[THREADS - 1];
    shared [4] int *r = &a[3], *s = (shared [4] int *)upc_resetphase(&a[2]);
    volatile long sink = (p - q) + (r - s);
    sink += (p < q) + (p >= q) + (r > s) + (r <= s);

    /* A phase that the block size does not have. */
    shared void *generic = &a[3];
    shared [2] int *narrow = (shared [2] int *)generic;
    sink += upc_threadof(narrow) + upc_phaseof(narrow);
    shared [2] int *next = narrow + 1;
    sink += upc_threadof(next);
    check_done();
    return 0;
}
