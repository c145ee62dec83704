/* Every thread prints 41, which thread 0 has broadcast. */
#include <stdio.h>
#include <upc.h>
#include <upc_collective.h>

shared int src;
shared int dst[THREADS];

int main(void)
{
    if (MYTHREAD == 0)
        src = 41;
    upc_all_broadcast(dst, &src, sizeof(int), UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
    printf("%d\n", dst[MYTHREAD]);
    return 0;
}
