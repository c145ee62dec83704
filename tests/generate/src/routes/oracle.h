/* SPDX-License-Identifier: Apache-2.0 */
/* Shared memory as the specification describes it, in private memory of each thread: a pointer is
 * an object, a thread, an offset in what the thread has of the object, and a phase (6.4.2). All
 * bytes remember when each thread wrote and read them in the current case, and threads have vector
 * clocks, so that the model finds out itself whether a case is free of races and within its
 * objects. */
#include <stddef.h>
#include <string.h>
#include <bupc_extensions.h>
#include <upc_nb.h>
#include "check.h"

/* Not to be optimised: that takes longer than it helps. */
#ifdef __clang__
#define PLAIN static __attribute__((noinline, optnone, unused))
#else
#define PLAIN static __attribute__((noinline, optimize(0), unused))
#endif

typedef unsigned long word;
typedef struct { int object, thread; long offset, phase; } pointer;

/* A thread's part of an object, and the limits that its elements set. */
struct object { long size, block, count; int home; };

/* When each thread last wrote and read a byte, in that thread's own time; 0: not in this case. */
struct use { unsigned char wrote[THREADS_HERE], read[THREADS_HERE]; };

enum { LARGEST = 4096, PARTS = 8 };
static char memory[OBJECTS][THREADS_HERE][LARGEST], before[OBJECTS][THREADS_HERE][LARGEST];
static struct use uses[OBJECTS][THREADS_HERE][LARGEST];
static struct object objects[OBJECTS];
/* Vector clocks: clocks[t][u] is the time of thread u that thread t has synchronised with, and
 * done[k] the clock of its thread at the end of part k. */
static unsigned char clocks[THREADS_HERE][THREADS_HERE], done[PARTS][THREADS_HERE];
static int turn, is_bad, depth;
static long budget;

PLAIN void new_case(void)
{
    memcpy(before, memory, sizeof memory);
    memset(uses, 0, sizeof uses);
    memset(clocks, 0, sizeof clocks);
    for (int t = 0; t < THREADS; t++)
        clocks[t][t] = 1;
    is_bad = depth = 0;
}

PLAIN void new_turn(int me)
{
    turn = me;
    depth = 0;
    budget = 20000;
}

/* Thread me begins a part after the `count` parts of `after`, and ends it. */
PLAIN void begin_part(int me, const int *after, int count)
{
    new_turn(me);
    for (int i = 0; i < count; i++)
        for (int t = 0; t < THREADS; t++)
            if (clocks[me][t] < done[after[i]][t])
                clocks[me][t] = done[after[i]][t];
}

PLAIN void end_part(int part)
{
    memcpy(done[part], clocks[turn], sizeof done[part]);
    clocks[turn][turn]++;
}

/* A case whose threads do not synchronise. */
PLAIN void by_turns(word (*one)(int me), word *results)
{
    for (int me = 0; me < THREADS; me++) {
        new_turn(me);
        results[me] = one(me);
    }
}

/* A case that the specification leaves open did not happen. */
PLAIN int is_case_open(int number)
{
    if (is_bad)
        memcpy(memory, before, sizeof memory);
    if (is_bad && MYTHREAD == 0 && getenv("ROUTES"))
        printf("case %d is open\n", number);
    return is_bad;
}

PLAIN int tick(void)
{
    if (--budget < 0)
        is_bad = 1;
    return !is_bad;
}

PLAIN long floor_of(long a, long b) { return a / b - (a % b < 0); }
PLAIN long rest_of(long a, long b) { return a - floor_of(a, b) * b; }

PLAIN pointer moved(pointer p, long by, long block, long size)
{
    if (block == 0) {
        p.offset += by * size;
        return p;
    }
    long place = p.phase + by, blocks = floor_of(place, block);
    long thread = p.thread + blocks, rows = floor_of(thread, THREADS);
    p.offset += (rows * block + rest_of(place, block) - p.phase) * size;
    p.phase = rest_of(place, block);
    p.thread = rest_of(thread, THREADS);
    return p;
}

PLAIN long distance(pointer p, pointer q, long block, long size)
{
    if (p.object != q.object || (block == 0 && p.thread != q.thread)) {
        is_bad = 1;
        return 0;
    }
    long bytes = p.offset - p.phase * size - (q.offset - q.phase * size);
    long unit = (block ? block : 1) * size;
    if (bytes % unit != 0)
        is_bad = 1;
    if (block == 0)
        return bytes / unit;
    return (bytes / unit * THREADS + p.thread - q.thread) * block + p.phase - q.phase;
}

PLAIN int is_same(pointer p, pointer q)
{
    if (p.object == q.object && p.thread == q.thread && p.offset == q.offset) {
        is_bad |= p.phase != q.phase;
        return 1;
    }
    return 0;
}

/* The first element of an object; of what thread has of it. */
PLAIN pointer start(int object) { return (pointer){object, 0, 0, 0}; }

PLAIN pointer row_of(int object, long thread)
{
    if (thread < 0 || thread >= THREADS) {
        is_bad = 1;
        thread = 0;
    }
    return (pointer){object, (int)thread, 0, 0};
}

PLAIN pointer without_phase(pointer p)
{
    p.phase = 0;
    return p;
}

PLAIN pointer local(pointer p)
{
    is_bad |= p.thread != turn;
    p.phase = 0;
    return p;
}

PLAIN pointer member(pointer p, long offset)
{
    p.offset += offset;
    p.phase = 0;
    return p;
}

/* The bytes at p, which the thread of the turn writes or reads. */
PLAIN char *at(pointer p, long size, int is_write)
{
    static char nothing[64];
    const struct object *o = &objects[p.object];
    long last = p.offset + size - 1, index = last / o->size;
    if (o->block != 0)
        index = (index / o->block * THREADS + p.thread) * o->block + index % o->block;
    if (p.offset < 0 || index >= o->count || (o->home >= 0 && p.thread != o->home)) {
        is_bad = 1;
        return nothing;
    }
    for (long i = p.offset; i <= last; i++) {
        struct use *use = &uses[p.object][p.thread][i];
        for (int t = 0; t < THREADS; t++) {
            is_bad |= use->wrote[t] > clocks[turn][t];
            is_bad |= is_write && use->read[t] > clocks[turn][t];
        }
        (is_write ? use->wrote : use->read)[turn] = clocks[turn][turn];
    }
    return &memory[p.object][p.thread][p.offset];
}

#define LOAD(type, p)                                                     \
    ({                                                                    \
        type t_;                                                          \
        memcpy(&t_, at(p, sizeof t_, 0), sizeof t_);                      \
        t_;                                                               \
    })
/* `change` is what stands behind the variable that has the value. */
#define CHANGE(type, p, change)                                           \
    ({                                                                    \
        type t_;                                                          \
        char *place_ = at(p, sizeof t_, 1);                               \
        memcpy(&t_, place_, sizeof t_);                                   \
        t_ change;                                                        \
        memcpy(place_, &t_, sizeof t_);                                   \
        t_;                                                               \
    })
/* Between bytes that do not overlap. */
PLAIN void copy(pointer to, pointer from, long size)
{
    char bytes[256];
    long gap = to.offset - from.offset;
    int is_near = to.object == from.object && to.thread == from.thread;
    if (size > (long)sizeof bytes || (is_near && gap < size && -gap < size)) {
        is_bad = 1;
        return;
    }
    const char *source = at(from, size, 0);
    if (!is_bad)
        memcpy(bytes, source, size);
    char *target = at(to, size, 1);
    if (!is_bad)
        memcpy(target, bytes, size);
}

PLAIN void fill(pointer to, int value, long size)
{
    char *target = at(to, size, 1);
    if (!is_bad)
        memset(target, value, size);
}

/* Elements that overlap and are not the same cannot be assigned to each other (C99 6.5.16.1). */
PLAIN void whole(pointer to, pointer from, long size)
{
    long gap = to.offset - from.offset;
    if (to.object == from.object && to.thread == from.thread && gap != 0)
        is_bad |= gap < size && -gap < size;
}

/* Findings of `compare`. */
PLAIN void element_differs(int number, const char *name, long element)
{
    fprintf(stderr, "after case %d, element %ld of %s differs\n", number, element, name);
    upc_global_exit(1);
}

static word mixed(word v) { return v * 2654435761ul >> 7; }
PLAIN word next_word(void)
{
    static word state = 12345;
    state = state * 6364136223846793005ul + 1442695040888963407ul;
    return state >> 33;
}
