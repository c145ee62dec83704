// conformance: MEM-B.2-S1
// threads: 2 3
// cflags: -O3
// unoptimised
/* Pointers of a directory in shared memory, which the optimiser reads once for several members, are
 * read again after synchronisation, and after each store that may change them. */
#include <upc_relaxed.h>

#include "check.h"

typedef shared struct thing thing;
struct thing {
    long x, y;
    shared struct thing *next;
};

static thing things[2 * THREADS];
static thing *shared dir[THREADS];
static thing *shared other[THREADS];
static strict shared int turn;
static upc_lock_t *lock;

static void point_to(int j, int which) { dir[j] = &things[which]; }

/* Each returns 10 * x of the first thing + y of the second: dir[j] changes in between. */
static long by_store(int j)
{
    long x = dir[j]->x;
    dir[j] = &things[1];
    return 10 * x + dir[j]->y;
}

static long by_alias(int j, thing *shared *entry)
{
    long x = dir[j]->x;
    *entry = &things[1];
    return 10 * x + dir[j]->y;
}

static long by_private_pointer(int j)
{
    thing **own = (thing **)&dir[MYTHREAD];
    long x = dir[j]->x;
    *own = &things[1];
    return 10 * x + dir[j]->y;
}

static long by_copy(int j)
{
    thing *to = &things[1];
    long x = dir[j]->x;
    upc_memput(&dir[j], &to, sizeof to);
    return 10 * x + dir[j]->y;
}

static long by_call(int j)
{
    long x = dir[j]->x;
    point_to(j, 1);
    return 10 * x + dir[j]->y;
}

static long by_subscript(int j)
{
    dir[(j + 1) % THREADS] = &things[1];
    long x = dir[j]->x;
    j = (j + 1) % THREADS;
    return 10 * x + dir[j]->y;
}

static long by_index_in_memory(int j)
{
    static int at[2];
    dir[(j + 1) % THREADS] = &things[1];
    at[1] = j;
    long x = dir[at[1]]->x;
    at[j >= 0] = (j + 1) % THREADS;
    return 10 * x + dir[at[1]]->y;
}

static long by_branch(int j)
{
    long x = dir[j]->x;
    if (x > 0)
        dir[j] = &things[1];
    return 10 * x + dir[j]->y;
}

static long by_expression(int j)
{
    long x;
    return x = dir[j]->x, dir[j] = &things[1], 10 * x + dir[j]->y;
}

static long by_turns(int j)
{
    long sum = 0;
    for (int i = 0; i < 2; i++) {
        sum = 10 * sum + (i == 0 ? dir[j]->x : dir[j]->y);
        dir[j] = &things[1];
    }
    return sum;
}

static long by_first_clause(int j)
{
    long sum = 0;
    int i = 0;
    for (thing *p = dir[j]; i < 2; i++) {
        sum = 10 * sum + (i == 0 ? dir[j]->x + p->y - p->y : dir[j]->y);
        dir[j] = &things[1];
    }
    return sum;
}

static long by_label(int j)
{
    long sum = 0, x = dir[j]->x;
again:
    sum = 10 * sum + (sum == 0 ? dir[j]->x : dir[j]->y);
    if (sum < 10) {
        dir[j] = &things[1];
        goto again;
    }
    return sum + x - x;
}

/* Another type, and another array: the pointer stays. */
static long not_at_all(int j)
{
    long x = dir[j]->x;
    dir[j]->y = 2;
    other[j] = &things[1];
    return 10 * x + dir[j]->y + (x > 5 ? dir[j]->x : dir[j]->x - x);
}

static long through_two(int j)
{
    dir[j]->next = &things[1];
    if (dir[j]->next->x == 1)
        return 0;
    else
        return dir[j]->next->x * 0 + dir[j]->next->y + 10 * dir[j]->x;
}

static void alone(void)
{
    long (*const forms[])(int) = {by_store, by_private_pointer, by_copy, by_call, by_subscript,
        by_index_in_memory, by_branch, by_expression, by_turns, by_first_clause, by_label,
        not_at_all, through_two};
    int me = MYTHREAD;
    for (unsigned i = 0; i < sizeof forms / sizeof *forms; i++) {
        point_to(me, 0);
        CHECK_EQ(forms[i](me), 12);
        point_to((me + 1) % THREADS, 0);
        things[0].y = 7;
    }
    point_to(me, 0);
    CHECK_EQ(by_alias(me, &dir[me]), 12);
}

/* Thread 1 redirects the pointer between two reads of thread 0. */
static void wait_for(int stage)
{
    while (turn != stage)
        ;
}

static void redirect(int stage)
{
    wait_for(stage);
    point_to(0, 1);
    turn = stage + 1;
}

static long by_strict_access(void)
{
    long x = dir[0]->x;
    turn = 1;
    while (turn != 2)
        ;
    return 10 * x + dir[0]->y;
}

static long by_fence(shared int *relaxed_turn)
{
    long x = dir[0]->x;
    upc_fence;
    *relaxed_turn = 1;
    while (*relaxed_turn != 2)
        ;
    upc_fence;
    return 10 * x + dir[0]->y;
}

static long by_lock(void)
{
    upc_lock(lock);
    long x = dir[0]->x;
    upc_unlock(lock);
    turn = 1;
    do {
        upc_lock(lock);
        long y = dir[0]->y;
        upc_unlock(lock);
        if (y == 2)
            return 10 * x + y;
    } while (1);
}

/* All threads call it. */
static long by_barrier(void)
{
    long x = dir[0]->x;
    upc_barrier;
    if (MYTHREAD == 1)
        point_to(0, 1);
    upc_barrier;
    return 10 * x + dir[0]->y;
}

static void by_two_threads(int form)
{
    if (MYTHREAD == 0) {
        point_to(0, 0);
        turn = 0;
    }
    upc_barrier;
    if (MYTHREAD == 0)
        switch (form) {
        case 0: CHECK_EQ(by_strict_access(), 12); break;
        case 1: CHECK_EQ(by_fence((shared int *)&turn), 12); break;
        case 2: CHECK_EQ(by_lock(), 12); break;
        }
    else if (MYTHREAD == 1)
        redirect(1);
    upc_barrier;
}

int main(void)
{
    lock = upc_all_lock_alloc();
    if (MYTHREAD == 0) {
        things[0].x = 1, things[0].y = 7;
        things[1].x = 9, things[1].y = 2;
    }
    for (int t = 0; t < THREADS; t++) {
        upc_barrier;
        if (MYTHREAD == t)
            alone();
    }
    for (int form = 0; form < 3; form++)
        by_two_threads(form);
    if (MYTHREAD == 0)
        point_to(0, 0);
    upc_barrier;
    CHECK_EQ(by_barrier(), 12);
    check_done();
    return 0;
}
