// threads: 1 2 3 4 7
// A thread reads what it wrote last, whatever kind and size of accesses wrote and read it, without
// a fence between them: the accesses of one thread to one object keep their order. No other thread
// accesses the same bytes. Argument: rounds (1500).
#include <stdlib.h>
#include <string.h>
#include <upc_relaxed.h>
#include "check.h"

enum { SIZE = 24000 };
shared [SIZE] char area[THREADS][SIZE];
shared [SIZE] char other[THREADS][SIZE];
static char model[SIZE], other_model[SIZE], buffer[SIZE];
static unsigned state;

static unsigned draw(unsigned n)
{
    state = state * 1664525u + 1013904223u;
    return (state >> 8) % n;
}

/* Around the lengths at which the transport changes its ways. */
static size_t draw_length(void)
{
    switch (draw(5)) {
    case 0: return 1 + draw(16);
    case 1: return 1 + draw(300);
    case 2: return 4000 + draw(200);
    case 3: return 8100 + draw(200);
    default: return 1 + draw(SIZE - 1);
    }
}

struct record {
    long a[3];
};

/* A store of this type at an aligned place, and the same in the model. */
#define STORE(type)                                                              \
    do {                                                                         \
        type value;                                                              \
        size_t at = draw(SIZE / sizeof(type)) * sizeof(type);                    \
        for (size_t i = 0; i < sizeof value; i++)                                \
            ((char *)&value)[i] = (char)draw(256);                               \
        *(shared [] type *)(mine + at) = value;                                  \
        memcpy(model + at, &value, sizeof value);                                \
    } while (0)
#define LOAD(type)                                                               \
    do {                                                                         \
        size_t at = draw(SIZE / sizeof(type)) * sizeof(type);                    \
        type value = *(shared [] type *)(mine + at);                             \
        CHECK(memcmp(model + at, &value, sizeof value) == 0);                    \
    } while (0)

static void step(shared [] char *mine, shared [] char *second)
{
    size_t n = draw_length(), at = draw(SIZE - n + 1);
    unsigned byte = draw(256);
    switch (draw(16)) {
    case 0: STORE(char); break;
    case 1: STORE(short); break;
    case 2: STORE(int); break;
    case 3: STORE(long); break;
    case 4: STORE(struct record); break;
    case 5: LOAD(char); break;
    case 6: LOAD(short); break;
    case 7: LOAD(int); break;
    case 8: LOAD(long); break;
    case 9: LOAD(struct record); break;
    case 10:
        memset(buffer, byte, n);
        upc_memput(mine + at, buffer, n);
        memset(buffer, ~byte, n); /* what was given is the caller's again */
        memset(model + at, byte, n);
        break;
    case 11:
        upc_memset(mine + at, byte, n);
        memset(model + at, byte, n);
        break;
    case 12:
        upc_memcpy(second + at, mine + at, n);
        memcpy(other_model + at, model + at, n);
        break;
    case 13:
        upc_memcpy(mine + at, second + at, n);
        memcpy(model + at, other_model + at, n);
        break;
    case 14:
        upc_memget(buffer, mine + at, n);
        CHECK(memcmp(buffer, model + at, n) == 0);
        break;
    default:
        upc_memget(buffer, second + at, n);
        CHECK(memcmp(buffer, other_model + at, n) == 0);
    }
}

int main(int argc, char **argv)
{
    int rounds = argc > 1 ? atoi(argv[1]) : 1500;
    shared [] char *mine = (shared [] char *)&area[(MYTHREAD + 1) % THREADS][0];
    shared [] char *second = (shared [] char *)&other[(MYTHREAD + 2) % THREADS][0];
    state = 12345u + 777u * (unsigned)MYTHREAD;
    upc_barrier;
    for (int i = 0; i < rounds; i++)
        step(mine, second);
    upc_memget(buffer, mine, SIZE);
    CHECK(memcmp(buffer, model, SIZE) == 0);
    upc_barrier;
    check_done();
    return 0;
}
