// conformance: ENV-5.1.2.2-S1 ENV-5.1.2.2-S2 ENV-5.1.2.2-S3
// threads: 2 3 4 7
// expect: thread 0 went on
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <upc_strict.h>

shared int gone[THREADS];

int main(void)
{
    if (MYTHREAD != 0) {
        gone[MYTHREAD] = 1;
        if (MYTHREAD % 2)
            exit(0);
        return 0;
    }
    for (int t = 1; t < THREADS; t++)
        while (!gone[t])
            ;
    usleep(20000); /* the others are on their way out; this thread is not stopped by that */
    puts("thread 0 went on");
}
