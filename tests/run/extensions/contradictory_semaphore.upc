// A semaphore is one of booleans or of integers.
// status: nonzero
// expect-nothing
// stderr: bupc_sem_alloc: flags 0x3
#include <upc.h>

int main(void)
{
    bupc_sem_alloc(BUPC_SEM_BOOLEAN | BUPC_SEM_INTEGER);
    return 0;
}
