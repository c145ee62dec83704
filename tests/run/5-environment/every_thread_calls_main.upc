// conformance: ENV-5.1.2.1-S1 LANG-6.3.1-S1 LANG-6.3.2-S1
// args: one "two" 3
// expect-sorted: {t} of {threads}: 4 arguments, last 3
#include <stdio.h>
#include <upc.h>

int main(int argc, char **argv)
{
    printf("%d of %d: %d arguments, last %s\n", MYTHREAD, THREADS, argc, argv[argc - 1]);
    return argv[argc] != NULL;
}
