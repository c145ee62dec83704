/* Library copies are relaxed accesses, in any order and any pieces, between fences: L10. */
#include "litmus.h"

OUTCOME(stale_copy, r[1][0] == 1 && r[1][1] != 5)

static const int five = 5;

ROLE(put_then_flag, upc_memput(x, &five, sizeof five); R(y) = 1;)
ROLE(flag_then_get, r[0] = R(y); upc_memget(&r[1], x, sizeof(int));)
ROLE(put_fence_flag, upc_memput(x, &five, sizeof five); upc_fence; R(y) = 1;)
ROLE(flag_fence_get, r[0] = R(y); upc_fence; upc_memget(&r[1], x, sizeof(int));)
ROLE(put_strict_flag, upc_memput(x, &five, sizeof five); S(y) = 1;)
ROLE(strict_flag_get, r[0] = S(y); upc_memget(&r[1], x, sizeof(int));)
ROLE(copy_strict_flag, R(z) = 5; upc_memcpy(x, z, sizeof(int)); S(y) = 1;)

enum { N = LITMUS_INSTANCES };
const struct litmus copies[] = {
    {"upc_memput and upc_memget, relaxed flag", 1, N, stale_copy, {put_then_flag, flag_then_get}},
    {"upc_memput and upc_memget, fences", 0, N, stale_copy, {put_fence_flag, flag_fence_get}},
    {"upc_memput and upc_memget, strict flag",
     0,
     N,
     stale_copy,
     {put_strict_flag, strict_flag_get}},
    {"upc_memcpy and upc_memget, strict flag",
     0,
     N,
     stale_copy,
     {copy_strict_flag, strict_flag_get}},
    {0}};
