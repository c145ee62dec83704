/* One variable: L5 and L11. */
#include "litmus.h"

OUTCOME(went_back, r[1][0] == 2 && r[1][1] == 1)
OUTCOME(own_write_lost, r[0][0] != 1)
OUTCOME(overwritten, r[1][0] != 3 && r[1][0] != 2)

ROLE(write_twice, R(x) = 1; R(x) = 2;)
ROLE(read_twice, r[0] = R(x); r[1] = R(x);)
ROLE(read_twice_strictly, r[0] = S(x); r[1] = S(x);)
ROLE(write_and_read, R(x) = 1; r[0] = R(x);)

/* The other thread's 1 comes before 2; after the own 3 only 3 or a later 2 can be read, if 1 was
 * seen before: r[0] stays 3 when not. */
ROLE(write_between, if (R(x) >= 1) { R(x) = 3; r[0] = R(x); } else r[0] = 3;)

enum { N = LITMUS_INSTANCES };
const struct litmus coherence[] = {
    {"two reads of one variable, relaxed", 1, N, went_back, {write_twice, read_twice}},
    {"two reads of one variable, strict", 0, N, went_back, {write_twice, read_twice_strictly}},
    {"own write", 0, N, own_write_lost, {write_and_read, read_twice}},
    {"own write between the reads", 0, N, overwritten, {write_twice, write_between}},
    {0}};
