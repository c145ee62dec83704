// conformance: LANG-6.5.1.1-S14 LANG-6.5.1.1-S5 LANG-6.5.1.1-S6
// threads: 2 3 4
#include "check.h"

struct message { long number, square; };
strict shared int turn;
strict shared struct message box;
shared long payload;
#pragma upc strict
shared int by_pragma;
shared long payload_by_pragma;
#pragma upc relaxed
strict shared int scalar = 3;

/* A structure, a scalar, and an int made strict by the pragma each announce relaxed data. */
int main(void)
{
    CHECK_EQ(scalar, 3);
    enum { ROUNDS = 50 };
    for (int i = 1; i <= ROUNDS; i++) {
        if (MYTHREAD == 0) {
            payload = 10 * i;
            box = (struct message){i, i * i};
            while (turn != i)
                ;
            payload_by_pragma = i;
            {
#pragma upc strict
                by_pragma = i;
            }
        } else if (MYTHREAD == 1) {
            struct message got;
            do
                got = box;
            while (got.number != i || got.square != (long)i * i);
            CHECK_EQ(payload, 10 * i);
            turn = i;
            {
#pragma upc strict
                while (by_pragma != i)
                    ;
            }
            CHECK_EQ(payload_by_pragma, i);
        }
        upc_barrier;
    }
    check_done();
    return 0;
}
