/* Prints the output of hello.upc on the given number of threads. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int threads = argc > 1 ? atoi(argv[1]) : 1;
    for (int t = 0; t < threads; t++)
        printf("Hello from thread %d of %d\n", t, threads);
    return 0;
}
