// conformance: ATOM-7.6.4.4-S1
// modes: process pthreads mixed
#include "check.h"
#include <upc_atomic.h>

shared long x[THREADS];

int main(void)
{
    int fast = upc_atomic_isfast(UPC_LONG, UPC_ADD | UPC_GET, &x[MYTHREAD]);
    CHECK(fast != 0);
    (void)upc_atomic_isfast(UPC_DOUBLE, UPC_MULT, &x[0]);
    (void)upc_atomic_isfast(UPC_PTS, UPC_CSWAP, &x[THREADS - 1]);
    check_done();
    return 0;
}
