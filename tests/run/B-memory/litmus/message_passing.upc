/* A thread that sees the flag sees the data: L1, L2 and L13. */
#include "litmus.h"

OUTCOME(stale, r[1][0] == 1 && r[1][1] == 0)
OUTCOME(stale_third, r[1][0] == 1 && r[2][0] == 1 && r[2][1] == 0)

ROLE(write_relaxed, R(x) = 1; R(y) = 1;)
ROLE(read_relaxed, r[0] = R(y); r[1] = R(x);)

ROLE(write_strict_flag, R(x) = 1; S(y) = 1;)
ROLE(read_strict_flag, r[0] = S(y); r[1] = R(x);)

ROLE(write_fence, R(x) = 1; upc_fence; R(y) = 1;)
ROLE(read_fence, r[0] = R(y); upc_fence; r[1] = R(x);)

/* The data's consistency is what counts, whichever of the two accesses is the strict one. */
ROLE(write_strict_data, S(x) = 1; R(y) = 1;)
ROLE(read_strict_data, r[0] = R(y); r[1] = S(x);)

/* Data through a pointer-to-local where the thread may. */
static void write_local(struct litmus_batch *batch)
{
    if (upc_threadof(batch->x) != MYTHREAD) {
        write_strict_flag(batch);
        return;
    }
    int *data = (int *)batch->x;
    FOR_EACH_INSTANCE(batch) {
        data[i * batch->stride] = 1;
        S(y) = 1;
    }
}

static void read_local(struct litmus_batch *batch)
{
    if (upc_threadof(batch->x) != MYTHREAD) {
        read_strict_flag(batch);
        return;
    }
    const int *data = (const int *)batch->x;
    FOR_EACH_INSTANCE(batch) {
        r[0] = S(y);
        r[1] = data[i * batch->stride];
    }
}

static void write_in_pragma(struct litmus_batch *batch)
{
    FOR_EACH_INSTANCE(batch) {
        *x = 1;
        {
#pragma upc strict
            *y = 1;
        }
    }
}

static void read_in_pragma(struct litmus_batch *batch)
{
    FOR_EACH_INSTANCE(batch) {
        {
#pragma upc strict
            r[0] = *y;
        }
        r[1] = *x;
    }
}

ROLE(write_data_strict, S(x) = 1;)
ROLE(pass_on, r[0] = S(x); S(y) = 1;)
ROLE(read_passed_on, r[0] = S(y); r[1] = R(x);)

enum { N = LITMUS_INSTANCES };
const struct litmus message_passing[] = {
    {"message passing, relaxed", 1, N, stale, {write_relaxed, read_relaxed}},
    {"message passing, strict write of the flag", 1, N, stale, {write_strict_flag, read_relaxed}},
    {"message passing, strict reads", 1, N, stale, {write_relaxed, read_strict_flag}},
    {"message passing, strict flag", 0, N, stale, {write_strict_flag, read_strict_flag}},
    {"message passing, fences", 0, N, stale, {write_fence, read_fence}},
    {"message passing, strict flag and fence", 0, N, stale, {write_strict_flag, read_fence}},
    {"message passing, fence and strict flag", 0, N, stale, {write_fence, read_strict_flag}},
    {"message passing, strict data", 0, N, stale, {write_strict_data, read_strict_data}},
    {"message passing, local pointers", 0, N, stale, {write_local, read_local}},
    {"message passing, pragma in a block", 0, N, stale, {write_in_pragma, read_in_pragma}},
    {"causality, first access strict",
     0,
     N,
     stale_third,
     {write_data_strict, pass_on, read_passed_on}},
    {0}};
