// conformance: MEM-B.3.2.1-S1 MEM-B.3.1-S1 MEM-B.2-S7
// upc_mem* and relaxed accesses between fences, strict accesses, locks and split barriers are seen
// in program order.
// threads: 2 3 4
#include "check.h"

enum { N = 40, ROUNDS = 60 };
shared [N] int data[N * THREADS], copy[N * THREADS];
shared int flag, plain;
strict shared int answer;

static void publish(int round)
{
    int values[N];
    for (int i = 0; i < N; i++)
        values[i] = round;
    upc_memput(&data[N], values, sizeof values);
    upc_memset(&copy[N], round, N * sizeof(int));
    upc_memcpy(&copy[0], &data[N], N * sizeof(int));
    plain = -1; /* neither lost nor moved past the fence */
    plain = round;
    upc_fence;
    flag = round;
    upc_fence;
}

static void check(int round)
{
    int values[N];
    for (;;) {
        upc_fence;
        if (flag == round)
            break;
    }
    upc_fence;
    CHECK_EQ(plain, round);
    upc_memget(values, &data[N], sizeof values);
    for (int i = 0; i < N; i++) {
        CHECK_EQ(values[i], round);
        CHECK_EQ(copy[i], round);
    }
    CHECK_EQ(copy[N], round * 0x01010101);
    answer = round;
}

static int reads_around(void)
{
    int before = plain;
    while (answer != ROUNDS + 1)
        ;
    return before == plain; /* read again: answer is strict */
}

int main(void)
{
    for (int round = 1; round <= ROUNDS; round++) {
        if (MYTHREAD == 0) {
            publish(round);
            while (answer != round)
                ;
        } else if (MYTHREAD == 1)
            check(round);
        upc_barrier;
    }
    if (MYTHREAD == 0) {
        upc_lock_t *lock = upc_global_lock_alloc();
        plain = 1;
        upc_lock(lock);
        plain = 2;
        upc_unlock(lock);
        upc_lock_free(lock);
        upc_fence;
    }
    upc_barrier;
    CHECK_EQ(plain, 2);
    upc_barrier;
    if (MYTHREAD == 0) {
        plain = 5;
        answer = ROUNDS + 1;
    } else
        (void)reads_around();
    upc_barrier;
    CHECK_EQ(plain, 5);
    check_done();
    return 0;
}
