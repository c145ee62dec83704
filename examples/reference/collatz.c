/* Prints the output of collatz.upc. */
#include <stdio.h>

#define CLASSES 8

static unsigned length_from(unsigned long long n)
{
    unsigned steps = 1;
    for (; n != 1; steps++)
        n = n % 2 ? 3 * n + 1 : n / 2;
    return steps;
}

int main(void)
{
    const unsigned long long limit = 100000;
    unsigned long long best = 1, in_class[CLASSES] = {0};
    unsigned longest = 0;
    for (unsigned long long start = 1; start < limit; start++) {
        unsigned length = length_from(start);
        if (length > longest)
            longest = length, best = start;
        in_class[length / 64 < CLASSES ? length / 64 : CLASSES - 1]++;
    }
    printf("below %llu the longest sequence starts at %llu and has %u numbers\n", limit, best,
           longest);
    for (int c = 0; c < CLASSES; c++)
        printf("%3d numbers and more: %llu\n", c * 64, in_class[c]);
    return 0;
}
