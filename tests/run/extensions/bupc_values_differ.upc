// Threads that name different roots end with a message.
// threads: 2 3
// modes: process pthreads
// status: nonzero
// expect-nothing
// stderr: gave different arguments; they are single-valued
#include <bupc_collectivev.h>
#include <upc.h>

int main(void)
{
    return bupc_allv_reduce(int, 1, MYTHREAD, UPC_ADD) == 0;
}
