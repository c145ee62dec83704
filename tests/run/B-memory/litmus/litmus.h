/* Litmus tests of the memory model (UPC 5.1.2.3, appendix B).
 *
 * A test is a handful of accesses by each of 2 to 4 threads, its roles, and one outcome in
 * question. The visible outcome depends on nanoseconds. So a batch has many instances of a test,
 * each on variables of its own, and the roles come to each instance together: each leaves a mark
 * and looks out for the others', with an end to its patience, as they may have no processor. Marks
 * are relaxed accesses to other variables, so that they order nothing. */
#ifndef LITMUS_H
#define LITMUS_H

#include <upc_relaxed.h>

enum {
    LITMUS_INSTANCES = 512, /* most of a batch */
    LITMUS_STRIDE = 16,     /* ints from one instance's variable to the next: a cache line */
    LITMUS_ROLES = 4,       /* most of a test */
    LITMUS_REGISTERS = 2    /* of a role */
};

typedef shared [] int *litmus_variable;

/* The data of a role. Instance i has its variables at x[i * stride], y[i * stride] and z[i *
 * stride], 0 before, and its registers at r[i * LITMUS_REGISTERS], 0 before. */
struct litmus_batch {
    litmus_variable x, y, z;
    int instances, stride;
    int *r;
    litmus_variable marks; /* LITMUS_STRIDE for each instance, one of each role */
    int role, roles; /* role: -1 in a thread that has none */
    int mark;        /* what is left in this batch */
    int patience;          /* looks at others' marks that are left in this batch */
};

typedef void litmus_role(struct litmus_batch *batch);

/* Waits for the other roles at instance i, then for a moment that differs from instance to
 * instance. */
static inline void litmus_meet(struct litmus_batch *batch, int i)
{
    litmus_variable marks = batch->marks + i * LITMUS_STRIDE;
    if (batch->role < 0)
        return;
    *(relaxed shared [] int *)(marks + batch->role) = batch->mark;
    for (int other = 0; other < batch->roles; other++)
        while (*(relaxed shared [] int *)(marks + other) != batch->mark && batch->patience > 0)
            batch->patience--;
    for (volatile int k = (i * 7 + batch->role * 5) % 11; k > 0; k--)
        ;
}

/* True if the roles' registers show this outcome of one instance. */
typedef int litmus_outcome(int r[LITMUS_ROLES][LITMUS_REGISTERS]);

struct litmus {
    const char *name;
    int allowed; /* the outcome; else it is forbidden */
    int instances;
    litmus_outcome *outcome;
    litmus_role *role[LITMUS_ROLES]; /* 0 after the last */
    litmus_role *others;             /* of all other threads, 0: none */
};

/* A strict and a relaxed access to a variable. */
#define S(v) (*(strict shared [] int *)(v))
#define R(v) (*(relaxed shared [] int *)(v))

/* The loop over the instances of a batch: x, y, z and r are those of the instance. */
#define FOR_EACH_INSTANCE(batch)                                               \
    litmus_variable x = (batch)->x, y = (batch)->y, z = (batch)->z;            \
    int *r = (batch)->r;                                                       \
    for (int i = 0; i < (batch)->instances && (litmus_meet(batch, i), 1); i++, \
             x += (batch)->stride, y += (batch)->stride, z += (batch)->stride, \
             r += LITMUS_REGISTERS)

/* Defines a role. */
#define ROLE(name, ...)                            \
    static void name(struct litmus_batch *batch)   \
    {                                              \
        FOR_EACH_INSTANCE(batch) {                 \
            __VA_ARGS__                            \
        }                                          \
    }

#define OUTCOME(name, condition)                                         \
    static int name(int r[LITMUS_ROLES][LITMUS_REGISTERS])               \
    {                                                                    \
        return condition;                                                \
    }

/* One lock for all, and one that no other thread uses. */
extern upc_lock_t *litmus_lock, *litmus_own_lock;

/* The tests of each file; ended by one without a name. */
extern const struct litmus message_passing[], store_buffering[], coherence[], independent_reads[],
    load_buffering[], split_barrier[], locks[], copies[];

/* Collective: runs the test `batches` times `instances` if there are enough threads. Thread 0
 * prints the count if `verbose`. Ends the job when a forbidden outcome is seen. */
void litmus_run(const struct litmus *test, int batches, int verbose);

#endif
