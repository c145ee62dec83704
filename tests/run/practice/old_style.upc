// K&R definitions, implicit int, no prototype, as in programs of the nineties.
// cflags: -std=gnu89 -w
// expect: sum 10
#include <stdio.h>
#include <upc.h>

shared int total;

add(a, b)
    int a, b;
{
    return a + b;
}

twice(n)
{
    static shared int once[THREADS];

    once[MYTHREAD] = n;
    return once[MYTHREAD] + n;
}

static shared int *where(p)
    shared int *p;
{
    return p;
}

main(argc, argv)
    int argc;
    char **argv;
{
    if (MYTHREAD == 0) {
        *where(&total) = add(4, twice(3));
        printf("sum %d\n", total);
    }
    upc_barrier;
    return 0;
}
