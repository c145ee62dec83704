/* Two threads that each read one variable and then write the other's: L12. */
#include "litmus.h"

OUTCOME(both_new, r[0][0] == 1 && r[1][0] == 1)

ROLE(read_x_write_y, r[0] = R(x); R(y) = 1;)
ROLE(read_y_write_x, r[0] = R(y); R(x) = 1;)
ROLE(read_x_write_y_strictly, r[0] = S(x); S(y) = 1;)
ROLE(read_y_write_x_strictly, r[0] = S(y); S(x) = 1;)

enum { N = LITMUS_INSTANCES };
const struct litmus load_buffering[] = {
    {"load buffering, relaxed", 1, N, both_new, {read_x_write_y, read_y_write_x}},
    {"load buffering, strict", 0, N, both_new, {read_x_write_y_strictly, read_y_write_x_strictly}},
    {0}};
