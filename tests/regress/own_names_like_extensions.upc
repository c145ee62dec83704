// Berkeley's extensions are not part of the language: a program may have its own functions of their
// names.
#include <upc.h>
#include "check.h"

shared int a[4 * THREADS];

static int bupc_thread_distance(int a) { return a + 1; }
static shared int *bupc_ptradd(shared int *p, int n) { return p + n; }
void bupc_poll(void);

static int without_upc(void) { return bupc_thread_distance(1); }

int main(void)
{
    if (MYTHREAD == 0)
        a[2] = 5;
    upc_barrier;
    CHECK_EQ(without_upc() + bupc_thread_distance(3), 6);
    CHECK_EQ(*bupc_ptradd(&a[1], 1), 5);
    bupc_poll();
    check_done();
    return 0;
}
