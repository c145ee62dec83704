// conformance: MEM-B.3.2.1-S1 MEM-B.3.1-S1 MEM-B.5-S3
// unsimulated
// What a thread writes to another thread's memory is there before each sign that the thread gives
// afterwards, and comes before whatever else the thread does to the same bytes.
// threads: 2 3 4
#include <string.h>
#include <upc_atomic.h>
#include <upc_collective.h>
#include <bupc_extensions.h>
#include "check.h"

enum { N = 12, ROUNDS = 8 }; /* few enough that no thread waits before it has written all */
shared [N] long data[N * THREADS];
shared [3000] char bytes[3000 * THREADS]; /* more than one message */
strict shared int strict_sign[THREADS];
relaxed shared int relaxed_sign[THREADS];
shared int got;
upc_lock_t *lock;
bupc_sem_t *sem;
upc_atomicdomain_t *domain;
shared long everywhere[THREADS];
shared [] long here[1];

enum sign {
    STRICT_HERE,
    STRICT_THERE,
    FENCE,
    ATOMIC,
    LOCK,
    SEMAPHORE,
    COLLECTIVE,
    BARRIER,
    SPLIT,
    SIGNS
};

static void give(enum sign how, int round)
{
    switch (how) {
    case STRICT_HERE:
        strict_sign[MYTHREAD] = round;
        break;
    case STRICT_THERE:
        strict_sign[THREADS - 1] = round;
        break;
    case FENCE:
        upc_fence;
        relaxed_sign[THREADS - 1] = round;
        break;
    case ATOMIC:
        upc_atomic_strict(domain, NULL, UPC_SET, &relaxed_sign[THREADS - 1], &round, NULL);
        break;
    case LOCK:
        upc_lock(lock);
        relaxed_sign[THREADS - 1] = round;
        upc_unlock(lock);
        break;
    case SEMAPHORE:
        bupc_sem_post(sem);
        break;
    default:
        break;
    }
}

static void await(enum sign how, int writer, int round)
{
    int seen = 0;
    switch (how) {
    case STRICT_HERE:
        while (strict_sign[writer] != round)
            ;
        break;
    case STRICT_THERE:
        while (strict_sign[THREADS - 1] != round)
            ;
        break;
    case FENCE:
        while (relaxed_sign[THREADS - 1] != round)
            ;
        upc_fence;
        break;
    case ATOMIC:
        do
            upc_atomic_strict(domain, &seen, UPC_GET, &relaxed_sign[THREADS - 1], NULL, NULL);
        while (seen != round);
        break;
    case LOCK:
        do {
            upc_lock(lock);
            seen = relaxed_sign[THREADS - 1];
            upc_unlock(lock);
        } while (seen != round);
        break;
    case SEMAPHORE:
        bupc_sem_wait(sem);
        break;
    default:
        break;
    }
}

/* All threads at once. */
static void together(enum sign how)
{
    switch (how) {
    case COLLECTIVE:
        upc_all_broadcast(everywhere, here, sizeof(long), UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
        break;
    case BARRIER:
        upc_barrier;
        break;
    case SPLIT:
        upc_notify;
        upc_wait;
        break;
    default:
        break;
    }
}

/* Threads that neither wait nor look for requests: what comes to their memory takes longer than a
 * sign to another thread. */
static void compute(void)
{
    volatile double x = 1;
    for (int i = 0; i < 300000; i++)
        x = x * 0.999 + 1e-3;
}

/* Reads everything, so that whatever the runtime may keep of other threads' memory it keeps now. */
static long look(void)
{
    long sum = 0;
    for (int i = 0; i < N * THREADS; i++)
        sum += data[i];
    for (int i = 0; i < 3000 * THREADS; i += 100)
        sum += bytes[i] + bytes[i + 1];
    return sum;
}

/* Writer 0 writes all parts; the last thread, then all threads, check them. */
static void signs(void)
{
    for (int round = 1; round <= ROUNDS; round++)
        for (enum sign how = 0; how < SIGNS; how++) {
            int value = round * SIGNS + how;
            look();
            if (MYTHREAD == 0) {
                for (int t = 0; t < THREADS; t++)
                    upc_memset(&bytes[3000 * t], value & 0x7f, 3000);
                for (int i = 0; i < N * THREADS; i++)
                    data[i] = value + i;
                give(how, value);
            } else if (MYTHREAD == THREADS - 1)
                await(how, 0, value);
            else if (how < COLLECTIVE)
                compute();
            together(how);
            if (MYTHREAD == THREADS - 1 || (how >= COLLECTIVE && MYTHREAD != 0)) {
                for (int i = 0; i < N * THREADS; i++)
                    CHECK_EQ(data[i], value + i);
                for (int i = 0; i < 3000 * THREADS; i += 50)
                    CHECK_EQ(bytes[i], value & 0x7f);
            }
            upc_barrier;
        }
}

/* A thread's own accesses to the same bytes, in whatever way, come one after the other. */
static void own_order(void)
{
    int t = (MYTHREAD + 1) % THREADS;
    shared [N] long *mine = &data[N * t];
    long all[N], more = 5, before;
    char image[3000];
    for (int round = 0; round < ROUNDS; round++) {
        look();
        for (int i = 0; i < N; i++)
            mine[i] = -1, mine[i] = round + i;
        for (int i = 0; i < N; i++)
            CHECK_EQ(mine[i], round + i);
        upc_memget(all, mine, sizeof all);
        for (int i = 0; i < N; i++)
            CHECK_EQ(all[i], round + i);
        for (int i = 0; i < N; i++)
            all[i] = 7 * i + round;
        upc_memput(mine, all, sizeof all);
        memset(all, 0, sizeof all); /* the buffer is the program's again */
        mine[3] = round;
        upc_atomic_relaxed(domain, &before, UPC_ADD, &mine[3], &more, NULL);
        CHECK_EQ(before, round);
        CHECK_EQ(mine[3], round + 5);
        CHECK_EQ(mine[4], 28 + round);
        look();
        upc_memset(&bytes[3000 * t], round, 3000);
        CHECK_EQ(bytes[3000 * t + 100], round);
        CHECK_EQ(bytes[3000 * t + 101], round);
        bytes[3000 * t + 17] = 99;
        upc_memget(image, &bytes[3000 * t], sizeof image);
        CHECK_EQ(image[16], round);
        CHECK_EQ(image[17], 99);
        mine[0] = round;
        look();
        upc_memcpy(&mine[8], &mine[0], sizeof(long));
        CHECK_EQ(mine[8], round);
        upc_handle_t handle;
        mine[1] = -round;
        handle = upc_memget_nb(all, mine, sizeof all);
        upc_sync(handle);
        CHECK_EQ(all[1], -round);
        all[2] = round;
        handle = upc_memput_nb(&mine[2], &all[2], sizeof(long));
        look();
        upc_sync(handle);
        CHECK_EQ(mine[2], round);
        CHECK_EQ(mine[1], -round);
    }
    upc_barrier;
}

/* A block is given back before what was written to it has come: the next owner's data stay. */
static void freed(void)
{
    static shared [] long *shared block;
    for (int round = 0; round < ROUNDS; round++) {
        if (MYTHREAD == THREADS - 1)
            block = upc_alloc(64 * sizeof(long));
        upc_barrier;
        if (MYTHREAD == 0) {
            shared [] long *to = block;
            for (int i = 0; i < 64; i++)
                to[i] = 1;
            upc_free(to);
            strict_sign[0] = -round - 1;
        } else if (MYTHREAD == THREADS - 1) {
            while (strict_sign[0] != -round - 1)
                ;
            shared [] long *own = upc_alloc(64 * sizeof(long));
            for (int i = 0; i < 64; i++)
                own[i] = 2;
            for (int i = 0; i < 64; i++)
                CHECK_EQ(own[i], 2);
            upc_free(own);
        }
        upc_barrier;
    }
}

/* A loop over several relaxed variables that others set ends. */
static void relaxed_loop(void)
{
    for (int round = 1; round <= ROUNDS; round++) {
        int set = 0, ends = 0;
        relaxed_sign[MYTHREAD] = -round;
        for (long turns = 0; !ends; turns++) {
            set = 0;
            for (int t = 0; t < THREADS; t++)
                set += relaxed_sign[t] == -round;
            ends = set == THREADS;
        }
        upc_barrier;
    }
}

int main(void)
{
    lock = upc_all_lock_alloc();
    domain = upc_all_atomicdomain_alloc(UPC_LONG, UPC_ADD | UPC_GET | UPC_SET, 0);
    upc_atomicdomain_t *words = upc_all_atomicdomain_alloc(UPC_INT, UPC_GET | UPC_SET, 0);
    static bupc_sem_t *shared shared_sem;
    if (MYTHREAD == 0)
        shared_sem = bupc_sem_alloc(BUPC_SEM_INTEGER | BUPC_SEM_MPRODUCER | BUPC_SEM_MCONSUMER);
    upc_barrier;
    sem = shared_sem;
    own_order();
    domain = words;
    signs();
    freed();
    relaxed_loop();
    check_done();
    return 0;
}
