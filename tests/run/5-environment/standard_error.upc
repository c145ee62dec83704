// conformance: ENV-5.1.2.1-S1
// threads: 1 2 4
// expect-nothing
// stderr: (?m)^message 0$
#include <stdio.h>
#include <upc.h>

int main(void)
{
    fprintf(stderr, "message %d\n", MYTHREAD);
    return 0;
}
