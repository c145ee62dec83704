// conformance: ENV-5.1.2-S3 ENV-5.1.2.2-S4
// threads: 2 3 4 7
// expect: ok
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <upc_strict.h>

shared int cell[THREADS];
shared [] int *shared heap[THREADS];

int main(void)
{
    int sum = 0;
    if (MYTHREAD != 0) {
        shared [] int *mine = upc_alloc(100 * sizeof(int));
        mine[99] = 1000;
        cell[MYTHREAD] = MYTHREAD;
        heap[MYTHREAD] = mine;
        exit(0);
    }
    for (int t = 1; t < THREADS; t++)
        while (heap[t] == NULL)
            ;
    usleep(20000);
    for (int t = 1; t < THREADS; t++)
        sum += cell[t] + heap[t][99];
    if (sum != 1000 * (THREADS - 1) + THREADS * (THREADS - 1) / 2)
        return 1;
    puts("ok");
    return 0;
}
