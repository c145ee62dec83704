// conformance: CAST-7.7.2.1-S1 CAST-7.7.2.1-S2 CAST-7.7.2.1-S3 CAST-7.7.2.2-S1
#include "check.h"

#ifdef __UPC_CASTABLE__
#include <upc_castable.h>
shared int a[2 * THREADS];

int main(void)
{
    CHECK(upc_cast(NULL) == NULL);
    CHECK(upc_cast(&a[MYTHREAD]) == (void *)&a[MYTHREAD]);
    int next = (MYTHREAD + 1) % THREADS;
    upc_thread_info_t info = upc_thread_info(next);
    int *theirs = upc_cast(&a[next]);
    if (info.guaranteedCastable & UPC_CASTABLE_STATIC)
        CHECK(theirs != NULL);
    if (theirs)
        theirs[1] = 5 + MYTHREAD;
    else
        a[next + THREADS] = 5 + MYTHREAD;
    upc_barrier;
    CHECK_EQ(a[MYTHREAD + THREADS], 5 + (MYTHREAD + THREADS - 1) % THREADS);
    check_done();
    return 0;
}
#else
int main(void)
{
    check_done();
    return 0;
}
#endif
