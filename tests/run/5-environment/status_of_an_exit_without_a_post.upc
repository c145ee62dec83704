// threads: 2 3 4
// modes: process far pthreads mixed nodes
// status: 5
// stderr: deadlock: threads? [1-3-]* waits? for
// expect-nothing
#include <bupc_extensions.h>
#include <stdlib.h>
#include <upc.h>

static bupc_sem_t *shared posted[THREADS];

int main(void)
{
    posted[MYTHREAD] = bupc_sem_alloc(0);
    upc_barrier;
    if (MYTHREAD == 0)
        exit(5);
    bupc_sem_wait(posted[MYTHREAD]);
    return 0;
}
