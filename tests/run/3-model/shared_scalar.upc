// conformance: ENV-3.4.1-S1 LANG-6.5.2-S4
#include "check.h"

shared int x;
shared double d;
shared char c;
shared long long ll;
shared _Bool b;
shared unsigned short us;

int main(void)
{
    for (int writer = 0; writer < THREADS; writer++) {
        if (MYTHREAD == writer) {
            x = writer * 10 - 5;
            d = writer + 0.5;
            c = 'a' + writer;
            ll = -(1LL << 40) - writer;
            b = 256; /* any non-zero value is 1 */
            us = 65536 + writer;
        }
        upc_barrier;
        CHECK_EQ(x, writer * 10 - 5);
        CHECK(d == writer + 0.5);
        CHECK_EQ(c, 'a' + writer);
        CHECK_EQ(ll, -(1LL << 40) - writer);
        CHECK_EQ(b, 1);
        CHECK_EQ(us, writer);
        upc_barrier;
    }
    CHECK_EQ(upc_threadof(&x), 0);
    CHECK_EQ(upc_threadof(&ll), 0);
    check_done();
    return 0;
}
