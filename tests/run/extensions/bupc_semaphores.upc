// Semaphores between neighbours, and data that come with a signal.
#include "check.h"
#include <bupc_extensions.h>

enum { ROUNDS = 30 };
static bupc_sem_t *shared data_there[THREADS], *shared many;
static shared [ROUNDS] int box[ROUNDS * THREADS];

int main(void)
{
    int right = (MYTHREAD + 1) % THREADS, left = (MYTHREAD + THREADS - 1) % THREADS;
    data_there[MYTHREAD] = bupc_sem_alloc(BUPC_SEM_INTEGER | BUPC_SEM_SPRODUCER);
    if (MYTHREAD == THREADS - 1)
        many = bupc_sem_alloc(BUPC_SEM_INTEGER | BUPC_SEM_MPRODUCER | BUPC_SEM_MCONSUMER);
    upc_barrier;
    bupc_sem_t *mine = data_there[MYTHREAD], *others = data_there[right], *all = many;
    CHECK(!bupc_sem_try(mine));
    upc_barrier;
    for (int i = 0; i < ROUNDS; i++) {
        int value = 1000 * MYTHREAD + i;
        bupc_memput_signal(&box[ROUNDS * right + i], &value, sizeof value, others, 1);
        bupc_sem_wait(mine);
        CHECK_EQ(box[ROUNDS * MYTHREAD + i], 1000 * left + i);
    }
    upc_barrier;
    CHECK(!bupc_sem_try(mine));
    bupc_sem_postN(all, 2);
    bupc_sem_waitN(all, 1); /* not only the owner waits */
    bupc_sem_wait(all);
    upc_barrier;
    CHECK(!bupc_sem_try(all));
    upc_barrier;
    bupc_sem_free(mine);
    if (MYTHREAD == 0) {
        bupc_sem_free(all);
        bupc_sem_t *flag = bupc_sem_alloc(BUPC_SEM_BOOLEAN);
        bupc_sem_post(flag);
        bupc_sem_post(flag);
        bupc_sem_wait(flag);
        CHECK(!bupc_sem_try(flag));
        bupc_sem_free(flag);
    }
    check_done();
    return 0;
}
