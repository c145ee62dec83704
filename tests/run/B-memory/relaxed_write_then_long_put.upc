// A relaxed write of a structure, or a put with a signal, and then a long put whose bytes overlap
// those of the write, touch them or lie beside them: the put comes last where both write.
// threads: 2 3
#include "check.h"
#include <bupc_extensions.h>
#include <stdbool.h>
#include <string.h>
#include <upc_relaxed.h>

enum { SHORT = 12000, LONG = 65536, ROUNDS = 30, WHOLE = SHORT + LONG + SHORT };
struct part { char bytes[SHORT]; };
static shared [WHOLE] char box[WHOLE * THREADS];
static bupc_sem_t *shared come[THREADS];
static char data[LONG];

// Where the long put begins, from the start of the write on.
static const int places[] = {0, 1, SHORT / 2, SHORT - 1, SHORT, SHORT + 1};
enum { PLACES = sizeof places / sizeof *places };

static char short_value(int thread, int round) { return (char)(1 + 3 * thread + 2 * round); }
static char long_value(int thread, int round) { return (char)(100 + thread + round); }

static void put(int to, int place, int round, bool signals) {
    struct part part;
    shared [] char *there = (shared [] char *)&box[(size_t)WHOLE * to];
    memset(&part, short_value(MYTHREAD, round), sizeof part);
    memset(data, long_value(MYTHREAD, round), sizeof data);
    if (signals)
        bupc_memput_signal_async(there, &part, SHORT, come[to], 1);
    else
        *(shared [] struct part *)there = part;
    upc_memput(there + place, data, LONG);
}

static void check(int from, int place, int round) {
    const char *mine = (const char *)&box[(size_t)WHOLE * MYTHREAD];
    for (int i = 0; i < place && i < SHORT; i++)
        CHECK_EQ(mine[i], short_value(from, round));
    for (int i = place; i < place + LONG; i++)
        CHECK_EQ(mine[i], long_value(from, round));
}

int main(void)
{
    int right = (MYTHREAD + 1) % THREADS, left = (MYTHREAD + THREADS - 1) % THREADS;
    come[MYTHREAD] = bupc_sem_alloc(BUPC_SEM_INTEGER);
    upc_barrier;
    for (int round = 0; round < ROUNDS; round++)
        for (int p = 0; p < PLACES; p++) {
            put(right, places[p], round, round % 2);
            if (round % 2)
                bupc_sem_wait(come[MYTHREAD]);
            upc_barrier;
            check(left, places[p], round);
            upc_barrier;
        }
    check_done();
    return 0;
}
