// conformance: LANG-6.7.1-U1
// In a c_code region UPC's words are ordinary names, and private statics are the process's own.
// cflags: -Wno-unknown-pragmas
#include "check.h"

#pragma upc c_code
static int shared = 5;
static int strict(int relaxed) { return relaxed + shared; }
#pragma upc upc_code

shared int x[THREADS];

int main(void)
{
    x[MYTHREAD] = 1;
    upc_barrier;
    CHECK_EQ(x[(MYTHREAD + 1) % THREADS], 1);
    check_done();
    return 0;
}
