// threads: 1 2 3
// conformance: LANG-6.4.2-S4
/* Rows that pointers in memory lead to: a pointer is read once for a run of iterations where it
 * stays, and again where it may change: by a store of the loop, by one that may be to its bytes, by
 * another thread where the loop synchronises. */
#include <stdio.h>
#include <string.h>
#include <upc.h>

#define N 40

struct line {
    shared [] unsigned char *row;
    shared [] int *numbers;
};
shared [5] struct line lines[5 * THREADS];
strict shared [] int *shared strict_row[THREADS];
shared int *shared cyclic;
shared [] int *table[4];
int failures;

#define CHECK(condition)                                                        \
    do {                                                                        \
        if (!(condition)) {                                                     \
            failures++;                                                         \
            printf("thread %d, line %d: " #condition "\n", MYTHREAD, __LINE__); \
        }                                                                       \
    } while (0)

static int sum_of(int k) {
    int sum = 0;
    for (int j = 0; j < N; j++)
        sum += lines[k].numbers[j];
    return sum;
}

/* The pointer that the loop reads is changed by the loop itself. */
static int switched(int k, int other, int at) {
    int sum = 0;
    for (int j = 0; j < N; j++) {
        sum += lines[k].numbers[j];
        if (j == at)
            lines[k].numbers = lines[other].numbers;
    }
    return sum;
}

/* Bytes may be those of the pointer. */
static int overwritten(int k, shared [] unsigned char *bytes, const unsigned char *from, int n) {
    int sum = 0;
    for (int j = 0; j < n; j++) {
        bytes[j] = from[j];
        sum = (2 * sum + lines[k].row[j]) % 10007;
    }
    return sum;
}

/* Written through a private pointer. */
static int changed_here(int k, unsigned char *bytes, const unsigned char *from) {
    int sum = 0;
    for (int j = 0; j < (int)sizeof(lines[k].numbers); j++) {
        sum += lines[k].numbers[j];
        bytes[j] = from[j];
    }
    for (int j = (int)sizeof(lines[k].numbers); j < N; j++)
        sum += lines[k].numbers[j];
    return sum;
}

/* The pointer that no iteration reads need not be there. */
static int guarded(int k, int is) {
    int sum = 0;
    for (int j = 0; j < N; j++) {
        if (is)
            sum += lines[k].numbers[j];
        sum += is && lines[k].numbers[j] > 0;
        sum += is ? lines[k].numbers[j] : 1;
    }
    return sum;
}

static int left(int k, int at) {
    int sum = 0;
    for (int j = 0; j < N; j++) {
        if (j == at)
            break;
        if (j % 3 == 1)
            continue;
        sum += lines[k].numbers[j];
    }
    return sum;
}

static int ended(int k, int at) {
    int sum = 0;
    for (int j = 0; j < N; j++) {
        sum += lines[k].numbers[j];
        if (j == at)
            return sum;
    }
    return -1;
}

static int private_table(int k) {
    int sum = 0;
    for (int j = 0; j < N; j++) {
        sum += table[k][j] - table[k + 1][j];
        table[k + 1][j] += 0;
    }
    return sum;
}

int main(void) {
    int me = MYTHREAD, k = 5 * MYTHREAD;
    for (int i = 0; i < 5; i++) {
        lines[k + i].row = upc_alloc(N);
        lines[k + i].numbers = upc_alloc(N * sizeof(int));
        for (int j = 0; j < N; j++) {
            lines[k + i].row[j] = (unsigned char)(me + i + j);
            lines[k + i].numbers[j] = 100 * me + 10 * i + j;
        }
    }
    upc_barrier;
    const int all = N * (N - 1) / 2;
    for (int t = 0; t < THREADS; t++)
        for (int i = 0; i < 5; i++)
            CHECK(sum_of(5 * t + i) == N * (100 * t + 10 * i) + all);
    upc_barrier;
    CHECK(switched(k, k + 1, 9) == all + N * 100 * me + (N - 10) * 10);
    CHECK(lines[k].numbers == lines[k + 1].numbers);
    CHECK(guarded(k + 1, 1) == 2 * (all + N * (100 * me + 10)) + N && guarded(-1, 0) == N);
    CHECK(left(k + 1, 6) == 4 * (100 * me + 10) + 0 + 2 + 3 + 5);
    CHECK(ended(k + 2, 3) == 4 * (100 * me + 20) + 6 && ended(k + 2, N) == -1);
    for (int i = 0; i < 4; i++)
        table[i] = lines[k + 1 + i].numbers;
    CHECK(private_table(0) == -10 * N && private_table(2) == -10 * N);

    /* The two pointers differ in their lowest byte, so that each is one as long as it is written
     * byte by byte. */
    shared [] unsigned char *before = upc_alloc(1024);
    before += -upc_addrfield(before) & 255;
    shared [] unsigned char *after = before + 16;
    unsigned char from[sizeof after];
    memcpy(from, &after, sizeof after);
    for (int j = 0; j < 64; j++)
        before[j] = (unsigned char)(j * j);
    lines[k + 3].row = before;
    int want = 0;
    for (int j = 0; j < (int)sizeof from; j++)
        want = (2 * want + after[j]) % 10007;
    CHECK(overwritten(k + 3, (shared[] unsigned char *)&lines[k + 3].row, from, sizeof from) ==
          want);
    CHECK(lines[k + 3].row == after);
    unsigned char again[64], model[1024];
    for (int j = 0; j < 64; j++)
        again[j] = (unsigned char)j;
    for (int at = 0; at < 100; at += 5) {
        upc_memget(model, before, 512);
        want = 0;
        for (int j = 0; j < 40; j++) {
            model[at + j] = again[j];
            want = (2 * want + model[16 + j]) % 10007;
        }
        CHECK(overwritten(k + 3, before + at, again, 40) == want);
    }
    upc_barrier;

    shared [] int *old = upc_alloc(1024);
    old = (shared [] int *)((shared [] char *)old + (-upc_addrfield(old) & 255));
    shared [] int *to = old + 4;
    for (int j = 0; j < N + 4; j++)
        old[j] = j * j;
    lines[k + 1].numbers = old;
    int sum = old[0];
    for (int j = 1; j < N; j++)
        sum += to[j];
    CHECK(changed_here(k + 1, (unsigned char *)&lines[k + 1].numbers, (const unsigned char *)&to) ==
          sum);
    CHECK(lines[k + 1].numbers == to);

    strict_row[me] = lines[k + 2].numbers;
    sum = 0;
    for (int j = 0; j < N; j++)
        sum += strict_row[me][j];
    CHECK(sum == all + N * (100 * me + 20));
    upc_barrier;

    /* A fence in the loop: what the neighbour stored before is seen. */
    sum = 0;
    for (int j = 0; j < N; j++) {
        upc_fence;
        sum += lines[5 * ((me + 1) % THREADS) + 4].numbers[j];
    }
    CHECK(sum == all + N * (100 * ((me + 1) % THREADS) + 40));
    upc_barrier;
    if (failures)
        return 1;
    if (me == 0)
        printf("ok\n");
    return 0;
}
