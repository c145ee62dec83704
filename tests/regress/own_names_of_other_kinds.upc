// Names of Berkeley's extensions that a program has for objects, types and constants, and declares
// in blocks.
#include <upc.h>
#include "check.h"

shared int s;

enum { bupc_exit = 4 };
typedef int bupc_cast;
struct bupc_getenv { int a; };
static double bupc_ticks_now = 3;
static int bupc_tick_granularityus(int x) { return x + s; }

static int in_blocks(bupc_cast x)
{
    extern int bupc_poll;
    int bupc_sem_wait(int);
    int bupc_trysync = 2;
    return bupc_sem_wait(x) + bupc_poll + bupc_trysync;
}

static int without_upc(void)
{
    extern int bupc_poll;
    int bupc_trysynci(char);
    return bupc_poll + bupc_trysynci(1);
}

int bupc_trysynci(char x) { return x; }
int bupc_sem_wait(int x) { return 10 * x; }
int bupc_poll = 5;

int main(void)
{
    struct bupc_getenv e = { bupc_exit };
    CHECK_EQ(in_blocks(3), 37);
    CHECK_EQ(without_upc(), 6);
    CHECK_EQ(bupc_tick_granularityus(1), 1);
    CHECK_EQ(e.a + (int)bupc_ticks_now, 7);
    check_done();
    return 0;
}
