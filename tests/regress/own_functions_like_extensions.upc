// A program's own external functions win over extensions that the library defines beside what is
// used, with pthreads too.
#include <upc.h>
#include "check.h"

int bupc_sem_postN(int n) { return n + 1; }
long bupc_ticks_now(void) { return 5; }
shared int word;

int main(void)
{
    bupc_sem_t *sem = bupc_sem_alloc(0);
    bupc_sem_post(sem);
    bupc_sem_wait(sem);
    bupc_sem_free(sem);
    CHECK(bupc_tick_granularityus() > 0 && bupc_ticks_now() == 5);
    bupc_atomicI_fetchadd_strict(&word, bupc_sem_postN(2));
    upc_barrier;
    CHECK_EQ(bupc_atomicI_read_strict(&word), 3 * THREADS);
    check_done();
    return 0;
}
