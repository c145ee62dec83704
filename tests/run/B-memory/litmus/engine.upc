/* Runs a test in batches and counts its outcome. */
#include <upc_castable.h>
#include "check.h"
#include "litmus.h"

enum { CELLS = LITMUS_INSTANCES * LITMUS_STRIDE, RESULTS = LITMUS_INSTANCES * LITMUS_REGISTERS };

/* Every thread has memory for each of three variables; a batch takes x, y and z from threads that
 * change with it. */
static shared [3 * CELLS] int cells[3 * CELLS * THREADS];
static shared [RESULTS] int results[RESULTS * THREADS];

static shared [] int marks[CELLS];

static litmus_variable variable(int which, int owner)
{
    return (litmus_variable)&cells[(long)3 * CELLS * owner + (long)CELLS * which];
}

static int roles_of(const struct litmus *test)
{
    int roles = 0;
    while (roles < LITMUS_ROLES && test->role[roles])
        roles++;
    return roles;
}

static void clear_own_cells(void)
{
    int *own = (int *)&cells[(long)3 * CELLS * MYTHREAD];
    for (int i = 0; i < 3 * CELLS; i++)
        own[i] = 0;
}

/* Roles are spread over the threads: neighbours may share a processor. */
static int thread_of(const struct litmus *test, int role)
{
    return role * THREADS / roles_of(test);
}

/* The calling thread's role, or -1. */
static int own_role(const struct litmus *test)
{
    for (int role = 0; role < roles_of(test); role++)
        if (thread_of(test, role) == MYTHREAD)
            return role;
    return -1;
}

static void play(const struct litmus *test, int number, int mark)
{
    int own = own_role(test);
    litmus_role *role = own < 0 ? test->others : test->role[own];
    static int r[RESULTS];
    struct litmus_batch batch = {
        .x = variable(0, number % THREADS),
        .y = variable(1, (number / 2 + 1) % THREADS),
        .z = variable(2, number / 3 % THREADS),
        .instances = test->instances,
        .stride = number % 4 == 3 ? 1 : LITMUS_STRIDE, /* side by side now and then */
        .r = r,
        .marks = marks,
        .role = own,
        .roles = roles_of(test),
        .mark = mark,
        .patience = upc_cast(marks) ? 50000 : 1000,
    };
    if (!role)
        return;
    for (int i = 0; i < RESULTS; i++)
        r[i] = 0;
    role(&batch);
    upc_memput(&results[RESULTS * MYTHREAD], r, sizeof r);
}

static void reject(const struct litmus *test, int instance, int r[LITMUS_ROLES][LITMUS_REGISTERS])
{
    fprintf(stderr, "litmus test \"%s\": a forbidden outcome, instance %d:", test->name, instance);
    for (int role = 0; role < roles_of(test); role++)
        fprintf(stderr, " role %d read %d %d", role, r[role][0], r[role][1]);
    fprintf(stderr, "\n");
    upc_global_exit(1);
}

/* How many instances of the batch had the outcome. */
static int judge(const struct litmus *test)
{
    static int all[LITMUS_ROLES][RESULTS];
    int seen = 0, roles = roles_of(test);
    for (int role = 0; role < roles; role++)
        upc_memget(all[role], &results[RESULTS * thread_of(test, role)], sizeof all[role]);
    for (int i = 0; i < test->instances; i++) {
        int r[LITMUS_ROLES][LITMUS_REGISTERS] = {{0}};
        for (int role = 0; role < roles; role++)
            for (int k = 0; k < LITMUS_REGISTERS; k++)
                r[role][k] = all[role][LITMUS_REGISTERS * i + k];
        if (!test->outcome(r))
            continue;
        seen++;
        if (!test->allowed)
            reject(test, i, r);
    }
    return seen;
}

void litmus_run(const struct litmus *test, int batches, int verbose)
{
    static int last_mark; /* no batch of any test has the same */
    long seen = 0;
    if (roles_of(test) > THREADS)
        return;
    for (int batch = 0; batch < batches; batch++) {
        clear_own_cells();
        upc_barrier;
        play(test, batch, ++last_mark);
        upc_barrier;
        if (MYTHREAD == 0)
            seen += judge(test);
    }
    if (verbose && MYTHREAD == 0)
        printf("%-48s %-9s seen %ld of %ld\n", test->name, test->allowed ? "allowed" : "forbidden",
               seen, (long)batches * test->instances);
}
