/* Barriers: L7 and L8. upc_notify is a strict write, upc_wait a strict read. */
#include "litmus.h"

OUTCOME(both_old, r[0][0] == 0 && r[1][0] == 0)
OUTCOME(reader_old, r[1][0] == 0)
OUTCOME(within_the_phase, r[1][0] == 1)

ROLE(notify_0, R(x) = 1; upc_notify; r[0] = R(y); upc_wait;)
ROLE(notify_1, R(y) = 1; upc_notify; r[0] = R(x); upc_wait;)
ROLE(wait_0, upc_notify; R(x) = 1; upc_wait; r[0] = R(y);)
ROLE(wait_1, upc_notify; R(y) = 1; upc_wait; r[0] = R(x);)
ROLE(write_barrier, R(x) = 1; upc_barrier;)
ROLE(read_barrier, upc_barrier; r[0] = R(x);)
ROLE(write_split, R(x) = 1; upc_notify; upc_wait;)
ROLE(read_split, upc_notify; upc_wait; r[0] = R(x);)
ROLE(write_inside, upc_notify; R(x) = 1; upc_wait;)
ROLE(read_inside, upc_notify; r[0] = R(x); upc_wait;)
ROLE(only_barrier, upc_barrier;)

enum { N = 48 };
const struct litmus split_barrier[] = {
    {"store buffering, upc_notify between", 0, N, both_old, {notify_0, notify_1}, only_barrier},
    {"store buffering, upc_wait between", 0, N, both_old, {wait_0, wait_1}, only_barrier},
    {"write, barrier, read", 0, N, reader_old, {write_barrier, read_barrier}, only_barrier},
    {"write, split barrier, read", 0, N, reader_old, {write_split, read_split}, only_barrier},
    {"write, barrier against split barrier, read",
     0,
     N,
     reader_old,
     {write_barrier, read_split},
     only_barrier},
    {"write and read between notify and wait",
     1,
     N,
     within_the_phase,
     {write_inside, read_inside},
     only_barrier},
    {0}};
