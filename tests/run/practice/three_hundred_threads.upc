// threads: 300
// modes: process pthreads
// expect-sorted: Hello from thread {t} of {threads}
#include <stdio.h>
#include <upc.h>

int main(void)
{
    printf("Hello from thread %d of %d\n", MYTHREAD, THREADS);
    return 0;
}
