/* One lock for two threads: what was done under it is seen together. L9. */
#include "litmus.h"

OUTCOME(half, r[1][0] != r[1][1])
OUTCOME(lost, r[0][0] + r[1][0] != 3)

ROLE(write_both, upc_lock(litmus_lock); R(x) = 1; R(y) = 1; upc_unlock(litmus_lock);)
ROLE(read_both, upc_lock(litmus_lock); r[0] = R(y); r[1] = R(x); upc_unlock(litmus_lock);)
ROLE(
    attempt_both, if (upc_lock_attempt(litmus_lock)) {
        r[0] = R(y);
        r[1] = R(x);
        upc_unlock(litmus_lock);
    })

/* The second to come reads 1 and writes 2. */
ROLE(count, upc_lock(litmus_lock); R(x) = R(x) + 1; r[0] = R(x); upc_unlock(litmus_lock);)

/* Data written under the lock before, read after. */
ROLE(write_then_lock, R(x) = 1; upc_lock(litmus_lock); R(y) = 1; upc_unlock(litmus_lock);)
ROLE(lock_then_read, upc_lock(litmus_lock); r[0] = R(y); upc_unlock(litmus_lock);
     r[1] = r[0] ? R(x) : 0;)

enum { N = 128 };
const struct litmus locks[] = {
    {"both writes under a lock", 0, N, half, {write_both, read_both}},
    {"both writes under a lock, upc_lock_attempt", 0, N, half, {write_both, attempt_both}},
    {"data written before the lock, read after it", 0, N, half, {write_then_lock, lock_then_read}},
    {"two counts under a lock", 0, N, lost, {count, count}},
    {0}};
