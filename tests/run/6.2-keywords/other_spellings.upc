// conformance: LANG-6.2-S2 LANG-6.2-S3
#include "check.h"

#define NAME(x) #x
#ifdef shared
#error shared is not a macro
#endif

static int Shared = 1, threads = 2, UPC_BARRIER = 3, mythread = 4, Strict = 5;

int main(void)
{
    const char *name = NAME(shared);
    CHECK_EQ(Shared + threads + UPC_BARRIER + mythread + Strict, 15);
    CHECK_EQ(name[0], 's');
    CHECK_EQ(sizeof NAME(upc_forall), 11);
    check_done();
    return 0;
}
