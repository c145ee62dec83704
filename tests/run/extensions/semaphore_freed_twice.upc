// A semaphore is freed once; a null pointer is none, and may be freed.
// status: nonzero
// expect-nothing
// stderr: bupc_sem_free of a semaphore that was freed
#include <upc.h>

int main(void)
{
    bupc_sem_t *sem = bupc_sem_alloc(0);
    bupc_sem_free(NULL);
    bupc_sem_post(sem);
    bupc_sem_wait(sem);
    bupc_sem_free(sem);
    bupc_sem_free(sem);
    return 0;
}
