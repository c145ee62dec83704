// unsimulated
// Stores of loops that count, which the runtime may send later and together: the thread's own
// accesses find them, bytes of other threads beside them stay, and other threads see them when the
// loop has ended, without a synchronisation.
// threads: 2 3 4
#include <string.h>
#include <upc_relaxed.h>
#include "check.h"

enum { SIZE = 20000, ROUNDS = 6000, STEPS = 40 };
shared [SIZE] char area[THREADS][SIZE];
shared [] char together[SIZE];
shared long scattered[100000 * THREADS];
relaxed shared int sign[THREADS], answer[THREADS];
static char model[SIZE], buffer[SIZE];
static unsigned state;

static unsigned draw(unsigned n)
{
    state = state * 1664525u + 1013904223u;
    return (state >> 8) % n;
}

struct record {
    int a[5];
};

/* One thread's accesses of all kinds and sizes to the same bytes keep their order. */
static void mixed(shared [] char *mine)
{
    long wrong = 0;
    for (int i = 0; i < ROUNDS; i++) {
        unsigned kind = draw(12), at = draw(SIZE / 40) * 40, n = 1 + draw(SIZE - at);
        struct record record = {{i, i + 1, i + 2, i + 3, i + 4}};
        long word = 0;
        n = n % (kind == 11 ? 9000 : 300) + 1;
        n = at + n > SIZE ? SIZE - at : n;
        if (kind < 2) {
            *(shared [] long *)(mine + at) = i;
            word = i;
            memcpy(model + at, &word, sizeof word);
        } else if (kind < 4) {
            mine[at + kind] = (char)i;
            model[at + kind] = (char)i;
        } else if (kind < 5) {
            *(shared [] struct record *)(mine + at) = record;
            memcpy(model + at, &record, sizeof record);
        } else if (kind < 6) {
            *(shared [] int *)(mine + at) += i;
            int value;
            memcpy(&value, model + at, sizeof value);
            value += i;
            memcpy(model + at, &value, sizeof value);
        } else if (kind < 8) {
            word = *(shared [] long *)(mine + at);
            wrong += memcmp(&word, model + at, sizeof word) != 0;
        } else if (kind < 9) {
            wrong += mine[at + 9] != model[at + 9];
        } else if (kind < 10) {
            upc_memget(buffer, mine + at, n);
            wrong += memcmp(buffer, model + at, n) != 0;
        } else {
            memset(buffer, i, n);
            upc_memput(mine + at, buffer, n);
            memset(model + at, i, n);
        }
        if (kind == 0 && i % 16 == 0)
            upc_fence;
    }
    CHECK_EQ(wrong, 0);
    upc_memget(buffer, mine, SIZE);
    CHECK(memcmp(buffer, model, SIZE) == 0);
}

/* Each thread stores to every THREADS-th byte of the same pages, and reads what it stored. */
static void neighbours(int step)
{
    for (int i = 1; i < SIZE / THREADS; i++) {
        together[i * THREADS + MYTHREAD] = (char)(i + step);
        if (together[(i - 1) * THREADS + MYTHREAD] != (char)(i > 1 ? i - 1 + step : 0))
            model[0] = 1;
    }
    upc_barrier;
    for (int i = THREADS; i < SIZE / THREADS * THREADS; i++)
        CHECK_EQ(together[i], (char)(i / THREADS + step));
    upc_barrier;
}

/* The writer only waits for the answer, in its own memory. */
static void seen(int step)
{
    int to = (MYTHREAD + 1) % THREADS, from = (MYTHREAD + THREADS - 1) % THREADS;
    long sum = 0;
    for (int i = 0; i < 10; i++) {
        sum += sign[to];
        sign[to] = i == 9 ? step : -step;
    }
    while (sign[MYTHREAD] != step)
        ;
    for (int i = 0; i < 2; i++) {
        sum += answer[from];
        answer[from] = i == 1 ? step : -step;
    }
    while (answer[MYTHREAD] != step)
        ;
    CHECK(sum <= 0 || step > 1);
    upc_barrier;
}

/* More pages than are kept, a word of each. */
static void scatter(void)
{
    unsigned long r = 99;
    long sum = 0;
    for (int i = 0; i < 20000; i++) {
        r = r * 6364136223846793005ul + 1442695040888963407ul;
        unsigned long at = (r >> 33) % 100000 * THREADS + (MYTHREAD + 1) % THREADS;
        sum += scattered[at];
        scattered[at] = i + 1;
    }
    r = 99;
    upc_barrier;
    long last = 0;
    for (int i = 0; i < 20000; i++) {
        r = r * 6364136223846793005ul + 1442695040888963407ul;
        unsigned long at = (r >> 33) % 100000 * THREADS + (MYTHREAD + 1) % THREADS;
        last += scattered[at] >= i + 1;
    }
    CHECK_EQ(last, 20000);
    CHECK(sum >= 0);
}

int main(void)
{
    state = 4711u + 99u * (unsigned)MYTHREAD;
    upc_barrier;
    mixed((shared [] char *)&area[(MYTHREAD + 1) % THREADS][0]);
    model[0] = 0;
    for (int step = 1; step <= STEPS; step++) {
        if (step > 1 && MYTHREAD == 0)
            upc_memset(together, 0, SIZE);
        upc_barrier;
        neighbours(step);
        seen(step);
    }
    CHECK_EQ(model[0], 0);
    scatter();
    check_done();
    return 0;
}
