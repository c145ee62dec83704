// conformance: MEM-B.2-S1
// threads: 2 3
// cflags: -O3
// unoptimised
/* Pointers-to-shared that loops read at the same place in each iteration, which the optimiser reads
 * once for a loop, are read again after synchronisation, and after each store that may change
 * them. */
#include <upc_relaxed.h>

#include "check.h"

typedef shared struct thing thing;
struct thing {
    long x, y;
    thing *next;
};

enum { N = 20, CHANGE = 7 };

static thing things[2 * THREADS];
static thing *shared dir[THREADS];
static thing *shared other[THREADS];
static thing *shared one;
static thing *volatile shared volatile_dir[THREADS];
static strict shared int turn;

/* N iterations; those after number CHANGE are to see the second thing. */
enum { FIRST = (CHANGE + 1) * 1, SECOND = (N - CHANGE - 1) * 100, BOTH = FIRST + SECOND };

static long by_store(int j, int n)
{
    long sum = 0;
    for (int i = 0; i < n; i++) {
        sum += dir[j]->x;
        if (i == CHANGE)
            dir[j] = &things[1];
    }
    return sum;
}

static long by_alias(int j, int n)
{
    thing *shared *entry = &dir[j];
    long sum = 0;
    for (int i = 0; i < n; i++) {
        sum += dir[j]->x;
        if (i == CHANGE)
            *entry = &things[1];
    }
    return sum;
}

static long by_private_pointer(int j, int n)
{
    thing **own = (thing **)&dir[MYTHREAD];
    long sum = 0;
    for (int i = 0; i < n; i++) {
        sum += dir[j]->x;
        if (i == CHANGE)
            *own = &things[1];
    }
    return sum;
}

static long by_member(int j, int n)
{
    long sum = 0;
    things[0].next = &things[0], things[1].next = &things[1];
    for (int i = 0; i < n; i++) {
        sum += dir[j]->next->x;
        if (i == CHANGE)
            dir[j]->next = &things[1];
    }
    return sum;
}

static long by_name(int j, int n)
{
    long sum = j - j;
    one = &things[0];
    for (int i = 0; i < n; i++) {
        sum += one->x;
        if (i == CHANGE)
            one = &things[1];
    }
    return sum;
}

static long by_subscript(int j, int n)
{
    long sum = 0;
    dir[(j + 1) % THREADS] = &things[1];
    for (int i = 0; i < n; i++) {
        sum += dir[j]->x;
        if (i == CHANGE)
            j = (j + 1) % THREADS;
    }
    return sum;
}

static long by_variable(int j, int n)
{
    thing *p = dir[j];
    long sum = 0;
    for (int i = 0; i < n; i++) {
        sum += p->x;
        if (i == CHANGE)
            p = &things[1];
    }
    return sum;
}

/* The loop stores to the member that it reads, also by another pointer. */
static long members_change(int j, int n)
{
    thing *p = dir[j];
    for (int i = 0; i < n; i++) {
        dir[j]->y += i <= CHANGE ? p->x : 100;
        if (p->y > 1000000)
            break;
    }
    long sum = p->y;
    p->y = 0;
    return sum;
}

/* Nothing is read where nothing would be: a null pointer, no element. */
static long guarded(int j, int n)
{
    thing *nowhere = NULL;
    thing *shared *no_dir = NULL;
    long sum = 0;
    for (int i = 0; i < n; i++) {
        if (j < 0)
            sum += nowhere->x + no_dir[1]->x;
        sum += i <= CHANGE ? dir[j]->x : 100;
    }
    for (int i = 0; i < n - N; i++) sum += no_dir[j]->x + nowhere->x;
    return sum;
}

static void alone(void)
{
    long (*const forms[])(int, int) = {by_store, by_alias, by_private_pointer, by_member, by_name,
        by_subscript, by_variable, members_change, guarded};
    int me = MYTHREAD;
    for (unsigned f = 0; f < sizeof forms / sizeof *forms; f++) {
        dir[me] = &things[0];
        other[me] = &things[1];
        CHECK_EQ(forms[f](me, N), BOTH);
    }
}

/* Thread 1 redirects the pointers at its turn, when thread 0 has made CHANGE + 1 iterations. */
static void await(int stage)
{
    while (turn != stage)
        ;
}

static long by_strict_access(int n)
{
    long sum = 0;
    for (int i = 0; i < n; i++) {
        sum += dir[0]->x;
        if (i == CHANGE)
            turn = 1;
        if (i == CHANGE)
            while (turn != 2)
                ;
    }
    return sum;
}

static long by_strict_read(int n)
{
    long sum = 0;
    int seen = 0;
    for (int i = 0; i < n; i++) {
        seen += turn;
        sum += dir[0]->x;
        if (i == CHANGE)
            turn = 1, await(2);
    }
    return seen > 0 ? sum : 0;
}

static long by_fence(int n)
{
    shared int *relaxed_turn = (shared int *)&turn;
    long sum = 0;
    for (int i = 0; i < n; i++) {
        sum += dir[0]->x;
        upc_fence;
        if (i == CHANGE)
            for (*relaxed_turn = 1; *relaxed_turn != 2;) upc_fence;
    }
    return sum;
}

static long by_volatile(int n)
{
    shared int *relaxed_turn = (shared int *)&turn;
    long sum = 0;
    for (int i = 0; i < n; i++) {
        sum += volatile_dir[0]->x;
        if (i == CHANGE)
            for (*relaxed_turn = 1; volatile_dir[0] != &things[1];) upc_fence;
    }
    return sum;
}

static void by_two_threads(long (*form)(int))
{
    if (MYTHREAD == 0) {
        dir[0] = &things[0], volatile_dir[0] = &things[0];
        turn = 0;
    }
    upc_barrier;
    if (MYTHREAD == 0) {
        CHECK_EQ(form(N), BOTH);
    } else if (MYTHREAD == 1) {
        await(1);
        dir[0] = &things[1], volatile_dir[0] = &things[1];
        turn = 2;
    }
    upc_barrier;
}

/* A loop with few tries sees what another thread stores meanwhile, if it tries long enough. */
static int tried(int j, long tries)
{
    for (long i = 0; i < tries; i++)
        if (dir[j]->y != 0)
            return 1;
    return 0;
}

static void tries(void)
{
    if (MYTHREAD == 0)
        dir[0] = &things[0], things[0].y = 0;
    upc_barrier;
    if (MYTHREAD == 0)
        CHECK_EQ(tried(0, 1L << 50), 1);
    else if (MYTHREAD == 1)
        things[0].y = 1;
    upc_barrier;
}

int main(void)
{
    long (*const forms[])(int) = {by_strict_access, by_strict_read, by_fence, by_volatile};
    if (MYTHREAD == 0) {
        things[0].x = 1, things[0].y = 0;
        things[1].x = 100, things[1].y = 0;
    }
    for (int t = 0; t < THREADS; t++) {
        upc_barrier;
        if (MYTHREAD == t)
            alone();
    }
    upc_barrier;
    for (unsigned f = 0; f < sizeof forms / sizeof *forms; f++) by_two_threads(forms[f]);
    tries();
    check_done();
    return 0;
}
