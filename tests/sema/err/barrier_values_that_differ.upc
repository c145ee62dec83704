#include <upc.h>
shared int s;
void f(int n)
{
    upc_barrier MYTHREAD;                  /* warning: value of upc_barrier differs on each thread */
    upc_barrier (2 * MYTHREAD) + 1;        /* warning: differs */
    upc_notify 10 - MYTHREAD;              /* warning: value of upc_notify differs */
    upc_wait MYTHREAD;
    upc_barrier MYTHREAD / THREADS;
    upc_barrier MYTHREAD % THREADS;
    upc_barrier MYTHREAD + n;
    upc_barrier MYTHREAD - MYTHREAD;
    upc_barrier MYTHREAD == n;
    upc_barrier THREADS;
    upc_barrier s;
}
