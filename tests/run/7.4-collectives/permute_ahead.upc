// conformance: CORE-7.3.4-S1 CORE-7.3.4-S2
// threads: 12
/* Loops of permute with MYSYNC in which thread 0 is slow. In each call it swaps blocks with another
 * thread, whose block comes as soon as that thread, which nobody else holds up, has come to the
 * call: blocks of many calls are under way to thread 0, and none may take the place of another. */
#include <unistd.h>
#include <upc.h>
#include <upc_collective.h>

#include "check.h"

enum { CALLS = 100, MOST = 40000, MODES = UPC_IN_MYSYNC | UPC_OUT_MYSYNC };
static const size_t sizes[] = {8, 4096, 32768, 0, 40000};

shared int perm[THREADS];
shared [MOST] unsigned char src[MOST * THREADS], dst[MOST * THREADS];

static unsigned char value(int call, int thread) { return (unsigned char)(call * 16 + thread); }

int main(void)
{
    unsigned char *own = (unsigned char *)&src[MYTHREAD * MOST],
                  *got = (unsigned char *)&dst[MYTHREAD * MOST];
    for (int call = 0; call < CALLS; call++) {
        int other = 1 + call % (THREADS - 1);
        size_t n = sizes[call / 20];
        int with = MYTHREAD == 0 ? other : MYTHREAD == other ? 0 : MYTHREAD;
        perm[MYTHREAD] = with;
        for (size_t i = 0; i < n; i++)
            own[i] = value(call, MYTHREAD);
        if (MYTHREAD == 0 && call % 20 == 0)
            usleep(50000);
        upc_all_permute(dst, src, perm, n, MODES);
        for (size_t i = 0; i < n; i++)
            CHECK_EQ(got[i], value(call, with));
    }
    check_done();
    return 0;
}
