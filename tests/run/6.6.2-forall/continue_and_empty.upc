// conformance: LANG-6.6.2-S1 LANG-6.6.2-S6
// cflags: -Wno-upc-forall-exit
#include "check.h"

int main(void)
{
    int i, n = 0;
    upc_forall (i = 0; i < 10; i++; continue)
        n++;
    upc_forall (i = 0; i < 10; i++;)
        n++;
    upc_forall (int j = 0; j < MYTHREAD; j++; continue)
        n++;
    CHECK_EQ(n, 20 + MYTHREAD);
    i = 0;
    upc_forall (;;; continue) {
        if (++i == 5)
            break;
    }
    CHECK_EQ(i, 5);
    upc_forall (i = 0; i < 3; i++; i)
        ;
    CHECK_EQ(i, 3);
    check_done();
    return 0;
}
