// conformance: LANG-6.5.1.1-S8 LANG-6.5.2.1-S12
#include "check.h"

shared [] int one[37];
struct pair { int x, y; };
shared [0] struct pair many[3][5];

int main(void)
{
    for (int i = 0; i < 37; i++)
        CHECK_EQ(upc_threadof(&one[i]), upc_threadof(&one[0]));
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 5; k++)
            CHECK_EQ(upc_threadof(&many[i][k].y), upc_threadof(&many[0][0]));
    CHECK_EQ(upc_threadof(&one[0]), 0);
    check_done();
    return 0;
}
