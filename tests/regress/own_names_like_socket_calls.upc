// Shared objects by the names of the C library's socket calls, which the runtime needs too.
#include <upc.h>
#include "check.h"

shared int send[THREADS], recv[THREADS];
shared int listen, bind, connect, socket;

int main(void)
{
    send[MYTHREAD] = MYTHREAD;
    upc_barrier;
    recv[(MYTHREAD + 1) % THREADS] = send[MYTHREAD];
    if (MYTHREAD == THREADS - 1)
        listen = bind + connect + socket + 4;
    upc_barrier;
    CHECK_EQ(recv[MYTHREAD], (MYTHREAD + THREADS - 1) % THREADS);
    CHECK_EQ(listen, 4);
    check_done();
    return 0;
}
