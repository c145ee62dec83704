// conformance: MEM-B.2-S1 MEM-B.2-S5
// Litmus L2: whoever sees the strict flag sees the data written before it, also through a local
// pointer.
// threads: 2 3 4
#include "check.h"

relaxed shared int data[THREADS];
strict shared int flag, back;

int main(void)
{
    if (MYTHREAD < 2)
        for (int i = 1; i <= 500; i++) {
            if (MYTHREAD == 0) {
                if (i % 2)
                    data[0] = i;
                else
                    *(int *)&data[0] = i;
                flag = i;
                while (back != i)
                    ;
            } else {
                while (flag != i)
                    ;
                CHECK_EQ(data[0], i);
                back = i;
            }
        }
    check_done();
    return 0;
}
