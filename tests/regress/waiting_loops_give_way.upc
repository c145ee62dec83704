// threads: 16
// Sixteen threads hand a token round, and each waits for it in a loop of its own around a call that
// may be made in vain. A loop that kept its processor until the system takes it would make this
// last for minutes.
#include "check.h"
#include <bupc_extensions.h>
#include <upc_atomic.h>
#include <upc_nb.h>

enum { ROUNDS = 12 };
static strict shared int64_t token[THREADS];
static shared int64_t other[THREADS];
static upc_lock_t *busy;
static upc_atomicdomain_t *domain;
static bupc_sem_t *empty;

static int64_t *own_token;
/* Without the polls that loops on shared memory have. */
#define SEEN __atomic_load_n(own_token, __ATOMIC_RELAXED)

static shared int64_t *own(void) { return (shared int64_t *)&token[MYTHREAD]; }

static void by_poll(int64_t round)
{
    while (SEEN < round)
        bupc_poll();
}

static void by_fence(int64_t round)
{
    while (SEEN < round)
        upc_fence;
}

static void by_attempt(int64_t round)
{
    while (SEEN < round)
        if (upc_lock_attempt(busy))
            upc_unlock(busy);
}

static void by_lock(int64_t round)
{
    while (SEEN < round) {
        upc_lock(busy);
        upc_unlock(busy);
    }
}

static void by_semaphore(int64_t round)
{
    while (SEEN < round)
        CHECK(!bupc_sem_try(empty));
}

static void by_atomic(int64_t round)
{
    int64_t value;
    do
        upc_atomic_relaxed(domain, &value, UPC_GET, own(), 0, 0);
    while (value < round);
}

static void by_swap(int64_t round)
{
    int64_t value, never = -1;
    do
        upc_atomic_strict(domain, &value, UPC_CSWAP, own(), &never, &never);
    while (value < round);
}

static void by_read(int64_t round)
{
    while (bupc_atomicI64_read_relaxed(own()) < round)
        ;
}

static void by_cswap(int64_t round)
{
    while (bupc_atomicI64_cswap_strict(own(), -1, -1) < round)
        ;
}

static void by_copy(int64_t round)
{
#ifdef __SANITIZE_THREAD__ /* to copy what another thread writes is a race, and reported */
    by_atomic(round);
#else
    int64_t value;
    do
        upc_memget(&value, own(), sizeof value);
    while (value < round);
#endif
}

static void by_transfer(int64_t round)
{
    int64_t value;
    while (SEEN < round) {
        upc_handle_t handle = upc_memget_nb(&value, &other[(MYTHREAD + 1) % THREADS], sizeof value);
        while (!upc_sync_attempt(handle))
            ;
        upc_fence;
    }
}

/* Another thread's memory: where it is far, two threads that answer each other must not keep the
 * rest waiting. */
static void by_distant_read(int64_t round)
{
    while (SEEN < round)
        (void)bupc_atomicI64_read_relaxed(&other[(MYTHREAD + 1) % THREADS]);
}

static void by_loop(int64_t round)
{
    while (token[MYTHREAD] < round)
        ;
}

static void (*const waits[])(int64_t round) = {
    by_poll, by_fence, by_attempt, by_lock,     by_semaphore,    by_atomic, by_swap,
    by_read, by_cswap, by_copy,    by_transfer, by_distant_read, by_loop};
enum { KINDS = sizeof waits / sizeof *waits };

int main(void)
{
    own_token = (int64_t *)&token[MYTHREAD];
    busy = upc_all_lock_alloc();
    domain = upc_all_atomicdomain_alloc(UPC_INT64, UPC_GET | UPC_CSWAP, 0);
    empty = bupc_sem_alloc(BUPC_SEM_INTEGER);
    upc_barrier;
    for (int kind = 0, last = 0; kind < KINDS; kind++, last += ROUNDS)
        for (int round = last + 1; round <= last + ROUNDS; round++) {
            if (MYTHREAD != 0)
                waits[kind](round);
            else if (round > 1)
                waits[kind](round - 1);
            token[(MYTHREAD + 1) % THREADS] = round;
        }
    upc_barrier;
    CHECK_EQ(SEEN, KINDS * ROUNDS);
    check_done();
    return 0;
}
