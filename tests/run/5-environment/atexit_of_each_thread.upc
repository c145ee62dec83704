// conformance: ENV-5.1.2.2-S3
// expect-sorted: thread {t} leaves
#include <stdio.h>
#include <stdlib.h>
#include <upc.h>

static void leave(void)
{
    printf("thread %d leaves\n", MYTHREAD);
}

int main(void)
{
    atexit(leave);
    return 0;
}
