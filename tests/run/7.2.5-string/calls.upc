// A copy is the same by name, through a pointer, and with the name in parentheses; sizes known and
// not.
#include <string.h>

#include "check.h"

enum { SIZE = 300 };

typedef void putter(shared void *restrict, const void *restrict, size_t);
typedef void getter(void *restrict, shared const void *restrict, size_t);

shared [SIZE] char there[SIZE * THREADS];
static char here[SIZE], back[SIZE];
static volatile size_t none;
static char *volatile nowhere;

static void fill(char first)
{
    for (int i = 0; i < SIZE; i++)
        here[i] = (char)(first + i);
    memset(back, 0, sizeof back);
}

static void same(size_t n)
{
    CHECK_EQ(memcmp(here, back, n), 0);
    CHECK_EQ(n == SIZE || back[n] == 0, 1);
}

// Whether `p` is null, asked after a copy of no bytes from it: a C compiler that took it for the
// argument of memcpy would know.
static int null_after_copy(shared [] char *s)
{
    const char *p = nowhere;
    char *q = nowhere;
    upc_memput(s, p, none);
    upc_memget(q, s, none);
    upc_memput(s, p, 0);
    upc_memget(q, s, 0);
    return p == 0 && q == 0;
}

int main(void)
{
    shared [SIZE] char *next = &there[SIZE * ((MYTHREAD + 1) % THREADS)];
    putter *volatile put = upc_memput;
    getter *volatile get = upc_memget;
    for (size_t n = 1; n <= SIZE; n += n < 20 ? 1 : 40) {
        fill((char)n);
        upc_memput(next, here, n);
        upc_memget(back, next, n);
        same(n);
        fill((char)(n + 1));
        put(next, here, n);
        get(back, next, n);
        same(n);
        fill((char)(n + 2));
        (upc_memput)(next, here, n);
        (upc_memget)(back, next, n);
        same(n);
    }
    fill(5);
    upc_memput(next, here, 24);
    upc_memget(back, next, 24);
    same(24);
    upc_memset(next, 7, 3);
    upc_memget(back, next, 4);
    CHECK_EQ(back[0] + back[1] + back[2], 21);
    CHECK_EQ(back[3], here[3]);
    CHECK_EQ(null_after_copy((shared [] char *)next), 1);
    upc_barrier;
    if (MYTHREAD == 0) {
        upc_memcpy(&there[SIZE * (THREADS - 1)], there, THREADS > 1 ? 8 : 0);
        upc_memget(back, &there[SIZE * (THREADS - 1)], 8);
        CHECK_EQ(back[0] + back[1] + back[2], 21);
    }
    check_done();
    return 0;
}
