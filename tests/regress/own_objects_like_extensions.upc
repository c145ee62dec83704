// A program's own external names win over those of extensions that the library defines beside what
// is used.
#include <upc.h>
#include "check.h"

double bupc_ticks_now = 2.5;
int bupc_sem_postN(int n) { return n + 1; }
int xlupc_atomicI_read_strict[3] = {1, 2, 3};
shared int word;

int main(void)
{
    bupc_sem_t *sem = bupc_sem_alloc(0);
    bupc_sem_post(sem);
    bupc_sem_wait(sem);
    bupc_sem_free(sem);
    CHECK(bupc_tick_granularityus() > 0 && bupc_tick_overheadus() >= 0);
    bupc_atomicI_fetchadd_strict(&word, bupc_sem_postN(2));
    upc_barrier;
    CHECK_EQ(bupc_atomicI_read_strict(&word), 3 * THREADS);
    CHECK(bupc_ticks_now == 2.5 && xlupc_atomicI_read_strict[2] == 3);
    check_done();
    return 0;
}
