/* Prints the output of bucketsort.upc. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define N 20000

static uint32_t numbers[N];

static uint32_t number(long i)
{
    uint64_t x = (uint64_t)(i + 1) * 0x9e3779b97f4a7c15u;
    return (uint32_t)((x ^ x >> 31) * 0xbf58476d1ce4e5b9u >> 33);
}

static int ascending(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

int main(void)
{
    long sum = 0;
    for (long i = 0; i < N; i++)
        numbers[i] = number(i);
    qsort(numbers, N, sizeof *numbers, ascending);
    for (long i = 0; i < N; i++)
        sum += i % 1000 * numbers[i];
    printf("%d numbers, sum by place %ld\n", N, sum);
    return 0;
}
