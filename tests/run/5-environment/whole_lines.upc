// conformance: ENV-5.1.2.1-S1
// Lines put together from several calls are not mixed with those of other threads.
// expect-sorted: thread {t} line 0 begin middle end
// expect-sorted: thread {t} line 1 begin middle end
// expect-sorted: thread {t} line 2 begin middle end
#include <stdio.h>
#include <upc.h>

int main(void)
{
    for (int i = 0; i < 3; i++) {
        printf("thread %d line %d begin middle end\n", MYTHREAD, i);
        upc_barrier;
    }
    return 0;
}
