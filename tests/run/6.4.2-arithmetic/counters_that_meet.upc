// conformance: LANG-6.4.2-S3
// threads: 1 3
// cflags: -O3
// unoptimised
/* Loops with two counters, one going up and one down until they meet: the elements that they find,
 * and the counters' values after the loop. */
#include <upc_relaxed.h>

#include "check.h"

enum { B = 64, N = 2 * B };

static shared [B] int blocks[N * THREADS];
static shared int cyclic[N * THREADS];

static int places;

static int marked(int i) { return 7 * i + 3; }

static void fill(int n)
{
    for (int k = 0; k < n; k++) blocks[k] = cyclic[k] = marked(k);
}

/* Elements from `first` to `last` are in the reverse order. */
static void check_reversed(int first, int last, int n)
{
    for (int k = 0; k < n; k++) {
        int from = k >= first && k <= last ? first + last - k : k;
        CHECK_EQ(blocks[k], marked(from));
        CHECK_EQ(cyclic[k], marked(from));
    }
}

static void reverse(int first, int last)
{
    for (int i = first, j = last; i < j; i++, j--) {
        int c = blocks[i];
        blocks[i] = blocks[j];
        blocks[j] = c;
    }
    int i, j;
    for (i = first, j = last; j > i; --j, ++i) {
        int c = cyclic[i];
        cyclic[i] = cyclic[j];
        cyclic[j] = c;
    }
    int meet = first < last ? (last - first + 1) / 2 : 0;
    CHECK_EQ(i, first + meet);
    CHECK_EQ(j, last - meet);
}

/* The loop is left early, by break, continue and return; the counters keep their last values. */
static int first_pair(int n, int sum)
{
    int i, j;
    if (n >= 0)
        for (i = 0, j = n - 1; i < j; i++, j--)
            if (blocks[i] + blocks[j] == sum)
                break;
    places = 1000 * i + j;
    for (i = 0, j = n - 1; i < j; i++, j--) {
        if (blocks[j] != sum)
            continue;
        return j;
    }
    return -1;
}

/* The sum of both counters' first values is beyond the type, or is negative. */
static void extremes(void)
{
    const int most = 2147483647;
    int i, j, count = 0;
    shared [B] int *end = blocks + 5;
    for (i = most - 4, j = most; i < j; i++, j--) count += end[j - most];
    CHECK_EQ(count, marked(5) + marked(4));
    CHECK_EQ(i, most - 2);
    CHECK_EQ(j, most - 2);
    count = 0;
    for (i = -4, j = -1; i < j; i++, j--) count += end[i] + end[j];
    CHECK_EQ(count, marked(1) + marked(2) + marked(3) + marked(4));
    CHECK_EQ(i, -2);
    CHECK_EQ(j, -3);
    for (i = -5, j = -1; i < j; i++, j--) count += end[j];
    CHECK_EQ(i, -3);
    CHECK_EQ(j, -3);
}

/* Names of the body hide the counters; the body moves one; they step differently. */
static void others(int n)
{
    int sum = 0;
    for (int i = 0, j = n - 1; i < j; i++, j--) {
        sum += blocks[j];
        {
            int i = 1;
            sum -= blocks[j] * i;
        }
    }
    CHECK_EQ(sum, 0);
    for (int i = 0, j = n - 1; i < j; i++, j--) {
        sum += blocks[j] - marked(j);
        if (i == 3)
            j -= 2;
    }
    CHECK_EQ(sum, 0);
    int rounds = 0;
    for (int i = 0, j = n - 1; i < j; i += 2, j--) sum += blocks[j] - marked(j), rounds++;
    CHECK_EQ(sum, 0);
    CHECK_EQ(rounds, (n + 1) / 3);
}

int main(void)
{
    int n = N * THREADS;
    if (MYTHREAD == 0) {
        static const int parts[][2] = {{0, N - 1}, {0, N - 2}, {1, B + 7}, {5, 5}, {6, 5}, {9, 2}};
        for (unsigned p = 0; p < sizeof parts / sizeof *parts; p++) {
            fill(n);
            reverse(parts[p][0], parts[p][1]);
            check_reversed(parts[p][0], parts[p][1], n);
        }
        fill(n);
        reverse(0, n - 1);
        check_reversed(0, n - 1, n);
        fill(n);
        CHECK_EQ(first_pair(n, marked(0) + marked(n - 1)), -1);
        CHECK_EQ(places, n - 1);
        CHECK_EQ(first_pair(n, marked(n - 5)), n - 5);
        CHECK_EQ(places, 1000 * (n / 2) + n / 2 - 1);
        extremes();
        others(n);
    }
    upc_barrier;
    check_done();
    return 0;
}
