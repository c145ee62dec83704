// Streams of data with signals, of sizes that go by one message, by several and by a put: who takes
// a signal finds the data, in order. The source may be changed at once, or, of an asynchronous one,
// when the signal was taken.
// threads: 2 3 4
#include "check.h"
#include <bupc_extensions.h>
#include <stdbool.h>
#include <string.h>
#include <upcx_messages.h>

enum { MOST = 100000, PUTS = 40 };
static const int sizes[] = {1, 8, 1000, 4096, 4097, 16344, 16345, 20000, 32768, 32769, MOST};
enum { SIZES = sizeof sizes / sizeof *sizes };

static shared [MOST] char box[MOST * THREADS];
static bupc_sem_t *shared full[THREADS], *shared empty[THREADS], *shared flag[THREADS];
static char data[MOST];

static char pattern(int from, int put, int size) { return (char)(17 * from + 5 * put + size); }

static void stream(int right, int left, int size, bool async) {
    bupc_sem_t *to = full[right], *room = empty[left];
    for (int i = 0; i < PUTS; i++) {
        if (i > 0)
            bupc_sem_wait(empty[MYTHREAD]);
        memset(data, pattern(MYTHREAD, i, size), (size_t)size);
        if (async)
            bupc_memput_signal_async(&box[(size_t)MOST * right], data, (size_t)size, to, 1);
        else {
            bupc_memput_signal(&box[(size_t)MOST * right], data, (size_t)size, to, 1);
            memset(data, 0, (size_t)size);
        }
        bupc_sem_wait(full[MYTHREAD]);
        char *mine = (char *)&box[(size_t)MOST * MYTHREAD];
        for (int k = 0; k < size; k++)
            CHECK_EQ(mine[k], pattern(left, i, size));
        if (i < PUTS - 1)
            bupc_sem_post(room);
    }
}

/* Posts of a boolean semaphore do not add up, and those of nothing do nothing. */
static void booleans(int right) {
    for (int i = 0; i < 5; i++)
        bupc_memput_signal(&box[(size_t)MOST * right], data, 8, flag[right], 1);
    upc_barrier;
    bupc_sem_wait(flag[MYTHREAD]);
    CHECK(!bupc_sem_try(flag[MYTHREAD]));
    upc_barrier;
    bupc_memput_signal(&box[(size_t)MOST * right], data, 8, flag[right], 0);
    upc_barrier;
    CHECK(!bupc_sem_try(flag[MYTHREAD]));
    upc_barrier;
}

int main(void)
{
    int right = (MYTHREAD + 1) % THREADS, left = (MYTHREAD + THREADS - 1) % THREADS;
    full[MYTHREAD] = bupc_sem_alloc(BUPC_SEM_INTEGER);
    empty[MYTHREAD] = bupc_sem_alloc(BUPC_SEM_INTEGER);
    flag[MYTHREAD] = bupc_sem_alloc(BUPC_SEM_BOOLEAN);
    upc_barrier;
    for (int s = 0; s < SIZES; s++) {
        stream(right, left, sizes[s], true);
        upc_barrier;
        stream(right, left, sizes[s], false);
        upc_barrier;
    }
    booleans(right);
    check_done();
    return 0;
}
