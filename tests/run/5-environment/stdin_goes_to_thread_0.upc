// conformance: ENV-5.1.2.3-S1
// modes: process far
// stdin: first line
// stdin: 42
// expect: read: first line 42
#include <stdio.h>
#include <upc.h>

shared int unexpected;

int main(void)
{
    char a[20], b[20];
    int n;
    if (MYTHREAD == 0 && scanf("%19s %19s %d", a, b, &n) == 3)
        printf("read: %s %s %d\n", a, b, n);
    upc_barrier;
    if (MYTHREAD != 0 && getchar() != EOF)
        unexpected = 1;
    upc_barrier;
    return unexpected;
}
