// bucketsort - sorts numbers into a bucket for each thread, with each of the standard collectives
// (upc_collective.h).
//
//   upcc -O2 -o bucketsort bucketsort.upc && upcrun -n 4 ./bucketsort 50000
//
// A bucket is a range of values. Each thread makes its part of the numbers, tells all others how
// many it has for their buckets, fetches the numbers of its own bucket and sorts them. With
// IN_ALLSYNC and OUT_ALLSYNC each collective is also a barrier: it reads data written before by any
// thread, and all threads may use the result at once.
//
// reference: ../reference/bucketsort.c

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <upc_collective.h>
#include <upc_relaxed.h>

#define MOST 256 // threads
#define SYNC (UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC)

shared [] long asked[1];                      // thread 0: how many numbers
shared long count[THREADS];                   // the same on each thread
shared [] long parts[MOST];                   // thread 0: where each thread's numbers begin
shared long first[THREADS];                   // each thread: where its own begin
shared[MOST] long sent[THREADS][MOST]; // sent[t][b]: how many numbers thread t has for bucket b
shared [MOST] long got[THREADS][MOST];        // got[b][t]: the same, on the thread of bucket b
shared long size[THREADS], end[THREADS];      // of each bucket, and where it ends among all numbers
shared [MOST] long ends[THREADS][MOST];       // all ends, on each thread
shared long largest[THREADS], before[THREADS];
shared int to[THREADS];
shared long sum[THREADS];
shared [] long total[1], sums[MOST];
shared [] uint32_t *shared made[THREADS];     // each thread's numbers, by buckets

// The i-th number, the same on whatever thread makes it.
static uint32_t number(long i)
{
    uint64_t x = (uint64_t)(i + 1) * 0x9e3779b97f4a7c15u;
    return (uint32_t)((x ^ x >> 31) * 0xbf58476d1ce4e5b9u >> 33);
}

static int bucket_of(uint32_t n) { return (int)((uint64_t)n * THREADS >> 31); }

static int ascending(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

// Makes numbers `from` to `until`, with those of a bucket contiguous.
static void make(long from, long until)
{
    long *mine = (long *)sent[MYTHREAD], at[THREADS];
    memset(mine, 0, sizeof at);
    for (long i = from; i < until; i++)
        mine[bucket_of(number(i))]++;
    made[MYTHREAD] = upc_alloc((size_t)(until - from + 1) * sizeof(uint32_t));
    uint32_t *out = (uint32_t *)made[MYTHREAD];
    for (long b = 0, next = 0; b < THREADS; next += mine[b++])
        at[b] = next;
    for (long i = from; i < until; i++)
        out[at[bucket_of(number(i))]++] = number(i);
}

// Fetches the thread's bucket from all threads and sorts it.
static uint32_t *fetch_bucket(void)
{
    uint32_t *bucket = malloc((size_t)(size[MYTHREAD] + 1) * sizeof *bucket), *at = bucket;
    for (int t = 0; t < THREADS; t++) {
        long skipped = 0, n = got[MYTHREAD][t];
        for (int b = 0; b < MYTHREAD; b++)
            skipped += sent[t][b];
        upc_memget(at, made[t] + skipped, (size_t)n * sizeof *bucket);
        at += n;
    }
    qsort(bucket, (size_t)size[MYTHREAD], sizeof *bucket, ascending);
    return bucket;
}

int main(int argc, char **argv)
{
    if (THREADS > MOST) {
        fprintf(stderr, "%d threads are too many: %d at most\n", THREADS, MOST);
        upc_global_exit(1);
    }
    if (MYTHREAD == 0) {
        asked[0] = argc > 1 ? atol(argv[1]) : 20000;
        for (int t = 0; t < THREADS; t++)
            parts[t] = asked[0] * t / THREADS;
    }
    to[MYTHREAD] = (MYTHREAD + 1) % THREADS;
    upc_all_broadcast(count, asked, sizeof(long), SYNC); // one value to all
    upc_all_scatter(first, parts, sizeof(long), SYNC);   // one of several values to each
    const long n = count[MYTHREAD], from = first[MYTHREAD];
    make(from, MYTHREAD + 1 < THREADS ? n * (MYTHREAD + 1) / THREADS : n);

    upc_all_exchange(got, sent, sizeof(long), SYNC);     // all to all
    for (int t = 0; t < THREADS; t++)
        size[MYTHREAD] += got[MYTHREAD][t];
    upc_all_prefix_reduceL(end, size, UPC_ADD, THREADS, 1, 0, SYNC); // sums of the first values
    upc_all_gather_all(ends, end, sizeof(long), SYNC);               // all values to all
    uint32_t *bucket = fetch_bucket();

    // The largest number of a bucket goes to the next thread.
    largest[MYTHREAD] = size[MYTHREAD] ? bucket[size[MYTHREAD] - 1] : 0;
    upc_all_permute(before, largest, to, sizeof(long), SYNC);
    if (MYTHREAD > 0 && size[MYTHREAD] && before[MYTHREAD] > bucket[0])
        printf("thread %d: bucket %d is not sorted\n", MYTHREAD, MYTHREAD);

    // A sum in which each number is multiplied by its place.
    const long start = end[MYTHREAD] - size[MYTHREAD];
    for (long i = 0; i < size[MYTHREAD]; i++)
        sum[MYTHREAD] += (start + i) % 1000 * bucket[i];
    upc_all_reduceL(total, sum, UPC_ADD, THREADS, 1, 0, SYNC); // one value of all
    upc_all_gather(sums, sum, sizeof(long), SYNC);             // all values to one

    if (MYTHREAD == 0) {
        long check = 0;
        for (int t = 0; t < THREADS; t++)
            check += sums[t];
        printf("%ld numbers, sum by place %ld%s\n", ends[0][THREADS - 1], total[0],
               check == total[0] ? "" : " (wrong)");
    }
    free(bucket);
    upc_barrier; // no thread fetches any more
    upc_free(made[MYTHREAD]);
    return 0;
}
