/* Of two threads that write one variable and then read the other's, one sees a write: L3, L4, and
 * everything that contributes a strict access between the two. */
#include <upc_atomic.h>
#include "litmus.h"

OUTCOME(both_old, r[0][0] == 0 && r[1][0] == 0)

#define PAIR(name, access_x, between, access_y)                 \
    ROLE(name##_0, access_x(x) = 1; between r[0] = access_y(y);) \
    ROLE(name##_1, access_x(y) = 1; between r[0] = access_y(x);)

PAIR(relaxed_only, R, , R)
PAIR(strict_writes, S, , R)
PAIR(strict_reads, R, , S)
PAIR(strict_both, S, , S)
PAIR(fence, R, upc_fence;, R)
PAIR(null_strict, R, S(z) = 0;, R)

/* The thread's own lock: giving it back and taking it are strict accesses, each alone between the
 * two. */
ROLE(unlock_0, upc_lock(litmus_own_lock); R(x) = 1; upc_unlock(litmus_own_lock); r[0] = R(y);)
ROLE(unlock_1, upc_lock(litmus_own_lock); R(y) = 1; upc_unlock(litmus_own_lock); r[0] = R(x);)
ROLE(lock_0, R(x) = 1; upc_lock(litmus_own_lock); r[0] = R(y); upc_unlock(litmus_own_lock);)
ROLE(lock_1, R(y) = 1; upc_lock(litmus_own_lock); r[0] = R(x); upc_unlock(litmus_own_lock);)
ROLE(attempt_0, R(x) = 1; upc_lock_attempt(litmus_own_lock); r[0] = R(y);
     upc_unlock(litmus_own_lock);)
ROLE(attempt_1, R(y) = 1; upc_lock_attempt(litmus_own_lock); r[0] = R(x);
     upc_unlock(litmus_own_lock);)

/* Strict atomic operations as the write, and as the read. Domains are values: the two roles need
 * not agree on the call. */
#define ATOMIC_WRITE(name, to, from)                                                  \
    static void name(struct litmus_batch *batch) {                                    \
        upc_atomicdomain_t *domain = upc_all_atomicdomain_alloc(UPC_INT, UPC_ADD, 0); \
        FOR_EACH_INSTANCE(batch) {                                                    \
            upc_atomic_strict(domain, 0, UPC_ADD, to, &one, 0);                       \
            r[0] = R(from);                                                           \
        }                                                                             \
    }
#define ATOMIC_READ(name, to, from)                                                   \
    static void name(struct litmus_batch *batch) {                                    \
        upc_atomicdomain_t *domain = upc_all_atomicdomain_alloc(UPC_INT, UPC_GET, 0); \
        FOR_EACH_INSTANCE(batch) {                                                    \
            R(to) = 1;                                                                \
            upc_atomic_strict(domain, &r[0], UPC_GET, from, 0, 0);                    \
        }                                                                             \
    }
static const int one = 1;
ATOMIC_WRITE(atomic_write_0, x, y)
ATOMIC_WRITE(atomic_write_1, y, x)
ATOMIC_READ(atomic_read_0, x, y)
ATOMIC_READ(atomic_read_1, y, x)

enum { N = LITMUS_INSTANCES };
const struct litmus store_buffering[] = {
    {"store buffering, relaxed", 1, N, both_old, {relaxed_only_0, relaxed_only_1}},
    {"store buffering, one thread strict", 1, N, both_old, {strict_both_0, relaxed_only_1}},
    {"store buffering, strict writes", 0, N, both_old, {strict_writes_0, strict_writes_1}},
    {"store buffering, strict reads", 0, N, both_old, {strict_reads_0, strict_reads_1}},
    {"store buffering, strict write and strict read",
     0,
     N,
     both_old,
     {strict_writes_0, strict_reads_1}},
    {"store buffering, all strict", 0, N, both_old, {strict_both_0, strict_both_1}},
    {"store buffering, fences", 0, N, both_old, {fence_0, fence_1}},
    {"store buffering, fence and strict read", 0, N, both_old, {fence_0, strict_reads_1}},
    {"store buffering, strict write of another variable",
     0,
     N,
     both_old,
     {null_strict_0, null_strict_1}},
    {"store buffering, upc_unlock between", 0, N, both_old, {unlock_0, unlock_1}},
    {"store buffering, upc_lock between", 0, N, both_old, {lock_0, lock_1}},
    {"store buffering, upc_lock_attempt between", 0, N, both_old, {attempt_0, attempt_1}},
    {"store buffering, strict atomic writes", 0, N, both_old, {atomic_write_0, atomic_write_1}},
    {"store buffering, strict atomic reads", 0, N, both_old, {atomic_read_0, atomic_read_1}},
    {0}};
