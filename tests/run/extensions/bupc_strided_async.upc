// Strided transfers under way together, of pieces that travel by messages and of longer ones: each
// handle's bytes are there when it is complete, and the source is in use until then.
// threads: 4
// modes: process nodes
#include "check.h"
#include <bupc_extensions.h>
#include <stdlib.h>
#include <string.h>

enum { SHORT = 48, LONG = 6000, STRIDE = 6400, COUNT = 120, SIDES = 2 };
typedef struct {
    unsigned char piece[COUNT][STRIDE];
} side_t;
static shared [] side_t *shared side[THREADS][SIDES];

static unsigned char byte(int thread, int which, int i, int k)
{
    return (unsigned char)(31 * thread + 17 * which + 7 * i + k + k / 256);
}

static void wait_by(int attempts, bupc_handle_t *handles)
{
    if (!attempts)
        bupc_waitsync_all(handles, SIDES);
    else
        while (!bupc_trysync_all(handles, SIDES))
            bupc_poll();
}

static void put_and_get(int length, int attempts)
{
    int to = (MYTHREAD + 1) % THREADS, from = (MYTHREAD + THREADS - 1) % THREADS;
    unsigned char *source[SIDES], *back[SIDES];
    bupc_handle_t handles[SIDES];
    for (int s = 0; s < SIDES; s++) {
        source[s] = malloc((size_t)COUNT * length);
        back[s] = malloc((size_t)COUNT * length);
        for (int i = 0; i < COUNT; i++)
            for (int k = 0; k < length; k++)
                source[s][i * length + k] = byte(MYTHREAD, s, i, k);
    }
    upc_barrier;
    for (int s = 0; s < SIDES; s++)
        handles[s] = bupc_memput_fstrided_async(side[to][s], length, STRIDE, COUNT, source[s],
                                                length, length, COUNT);
    wait_by(attempts, handles);
    for (int s = 0; s < SIDES; s++)
        memset(source[s], 0, (size_t)COUNT * length);
    upc_barrier;
    for (int s = 0; s < SIDES; s++) {
        handles[s] = bupc_memget_fstrided_async(back[s], length, length, COUNT, side[to][s], length,
                                                STRIDE, COUNT);
        const side_t *mine = (const side_t *)side[MYTHREAD][s];
        for (int i = 0; i < COUNT; i++)
            for (int k = 0; k < length; k++)
                CHECK_EQ(mine->piece[i][k], byte(from, s, i, k));
    }
    wait_by(attempts, handles);
    for (int s = 0; s < SIDES; s++) {
        for (int i = 0; i < COUNT; i++)
            for (int k = 0; k < length; k++)
                CHECK_EQ(back[s][i * length + k], byte(MYTHREAD, s, i, k));
        free(source[s]);
        free(back[s]);
    }
    upc_barrier;
}

/* One that the transport has under way gives a handle. Each may be over by chance, not all. */
static void put_until_under_way(int to)
{
    static unsigned char source[COUNT * LONG];
    int under_way = 0;
    for (int i = 0; i < 100 && !under_way; i++) {
        bupc_handle_t h = bupc_memput_fstrided_async(side[to][0], LONG, STRIDE, COUNT, source, LONG,
                                                     LONG, COUNT);
        under_way = h != BUPC_COMPLETE_HANDLE;
        bupc_waitsync(h);
    }
    CHECK(under_way || bupc_castable(side[to][0]));
}

int main(void)
{
    for (int s = 0; s < SIDES; s++)
        side[MYTHREAD][s] = upc_alloc(sizeof(side_t));
    upc_barrier;
    for (int attempts = 0; attempts <= 1; attempts++) {
        put_and_get(SHORT, attempts);
        put_and_get(LONG, attempts);
    }
    put_until_under_way((MYTHREAD + 1) % THREADS);
    check_done();
    return 0;
}
