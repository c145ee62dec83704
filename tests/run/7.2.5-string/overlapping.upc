// conformance: CORE-7.2.5.1-U1
// unchecked
#include "check.h"

/* The result of overlapping copies is unspecified; bytes outside keep their values. */
int main(void)
{
    enum { N = 64 };
    shared [] char *p = upc_alloc(N);
    for (int i = 0; i < N; i++)
        p[i] = (char)i;
    upc_memcpy(p + 8, p + 16, 32);
    upc_memget((char *)p + 20, p + 12, 16);
    upc_memput(p + 12, (char *)p + 20, 16);
    for (int i = 0; i < 8; i++)
        CHECK_EQ(p[i], i);
    for (int i = 40; i < N; i++)
        CHECK_EQ(p[i], i);
    upc_free(p);
    check_done();
    return 0;
}
