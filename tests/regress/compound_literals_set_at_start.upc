// Compound literals at file scope are static objects, also where start-up code sets them or what
// points to them, and each UPC thread has its own (C 6.5.2.5p5).
#include "check.h"

shared int s;
int g = 5;
struct record { int *p; shared int *q; int n; };

shared int **to_shared = &(shared int *){ &s };
int **to_private = &(int *){ &g };
struct record *records = (struct record[]){ { &g, &s, 1 }, { .n = 2 } };
struct record whole = { .p = (int[]){ 1, 2, 3 }, .q = &s };
struct chain {
    struct chain *next;
    shared int *q;
} *chain = &(struct chain){&(struct chain){0, &s}, 0};
shared [4] int b[4 * THREADS];
shared [4] int **phased = &(shared [4] int *){ &b[2] };
struct declared { int a, *b; } *declares = &(struct declared){ 7, &g };
const int *const *constants = (const int *const[]){ &g, (const int[]){ 8 } };
int *counters = (int[4]){ 10, 20 };
int *shared [1] of_threads[THREADS] = { &g };
shared int *shared in_shared = &s;

/* Overwrites what start-up code left on the stack. */
static int dirt(int n)
{
    volatile char x[4000];
    for (int i = 0; i < 4000; i++)
        x[i] = n;
    return x[5];
}

int main(void)
{
    CHECK_EQ(dirt(77), 77);
    if (MYTHREAD == 0)
        s = 4;
    upc_barrier;
    CHECK_EQ(**to_shared, 4);
    CHECK_EQ(**to_private, 5);
    CHECK(*records[0].p == 5 && *records[0].q == 4 && records[0].n == 1 && records[1].q == NULL &&
          records[1].n == 2);
    CHECK(whole.p[0] == 1 && whole.p[2] == 3 && *whole.q == 4);
    CHECK(*chain->next->q == 4 && chain->q == NULL && chain->next->next == NULL);
    CHECK(*phased == &b[2] && upc_phaseof(*phased) == 2);
    CHECK(declares->a == 7 && *declares->b == 5 && *constants[0] == 5 && *constants[1] == 8);
    CHECK(of_threads[0] != NULL && *in_shared == 4);
    upc_barrier;
    counters[0] += MYTHREAD;
    records[1].n += MYTHREAD;
    **to_private += MYTHREAD;
    upc_barrier;
    CHECK(counters[0] == 10 + MYTHREAD && counters[1] == 20 && counters[3] == 0);
    CHECK(records[1].n == 2 + MYTHREAD && g == 5 + MYTHREAD);
    check_done();
    return 0;
}
