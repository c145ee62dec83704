/* Prints the output of ring.upc on the given number of threads. */
#include <stdio.h>
#include <stdlib.h>

#define ROUNDS 20

int main(int argc, char **argv)
{
    int threads = argc > 1 ? atoi(argv[1]) : 1;
    long token = 0;
    for (int round = 0; round < ROUNDS; round++)
        for (int t = 0; t < threads; t++)
            token += t + 1;
    printf("after %d rounds of %d threads the token is %ld\n", ROUNDS, threads, token);
    return 0;
}
