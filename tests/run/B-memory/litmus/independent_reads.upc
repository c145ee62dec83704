/* Independent reads of independent writes: two readers agree on the order of two writes. L6. */
#include "litmus.h"

OUTCOME(disagree, r[2][0] == 1 && r[2][1] == 0 && r[3][0] == 1 && r[3][1] == 0)

ROLE(write_x, R(x) = 1;)
ROLE(write_y, R(y) = 1;)
ROLE(write_x_strictly, S(x) = 1;)
ROLE(write_y_strictly, S(y) = 1;)
ROLE(read_xy, r[0] = R(x); r[1] = R(y);)
ROLE(read_yx, r[0] = R(y); r[1] = R(x);)
ROLE(read_xy_strictly, r[0] = S(x); r[1] = S(y);)
ROLE(read_yx_strictly, r[0] = S(y); r[1] = S(x);)
ROLE(read_xy_fence, r[0] = R(x); upc_fence; r[1] = R(y);)
ROLE(read_yx_fence, r[0] = R(y); upc_fence; r[1] = R(x);)

enum { N = LITMUS_INSTANCES };
const struct litmus independent_reads[] = {
    {"independent reads, relaxed", 1, N, disagree, {write_x, write_y, read_xy, read_yx}},
    {"independent reads, strict reads",
     0,
     N,
     disagree,
     {write_x, write_y, read_xy_strictly, read_yx_strictly}},
    {"independent reads, strict writes and fences",
     0,
     N,
     disagree,
     {write_x_strictly, write_y_strictly, read_xy_fence, read_yx_fence}},
    {0}};
