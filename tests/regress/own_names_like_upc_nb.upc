// Names that <upc.h> has besides UPC's own, and types of Berkeley's extensions: a program may have
// its own of each.
#include <upc.h>
#include "check.h"

typedef int bupc_handle_t;
typedef struct { int a; } upc_handle_t;
typedef double bupc_tick_t;
#define bupc_waitsync(h)
#define UPC_COMPLETE_HANDLE 9
static int upc_sync(upc_handle_t h, int b) { return h.a + b; }
static int upc_poll(int a) { return a + 1; }
static int upc_memput_nb = 4;

static shared int s[THREADS];

int main(void)
{
    bupc_handle_t h = 3;
    upc_handle_t own = {2};
    bupc_tick_t half = 0.5;
    s[MYTHREAD] = h;
    bupc_waitsync(h);
    CHECK_EQ(upc_sync(own, s[MYTHREAD]), 5);
    CHECK_EQ(upc_poll(upc_memput_nb), 5);
    CHECK_EQ(UPC_COMPLETE_HANDLE + (int)(2 * half), 10);
    CHECK(bupc_ticks_now() > 0);
    check_done();
    return 0;
}
