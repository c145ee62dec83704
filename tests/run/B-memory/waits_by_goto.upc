// conformance: MEM-B.2-S1
// threads: 2 3
// cflags: -O3
/* A thread that goes back to a label until a relaxed variable changes sees it change. Each wait
 * begins before the variable changes. */
#include <unistd.h>
#include <upc_relaxed.h>

#include "check.h"

enum { FORMS = 4, LATER = 2000 /* us */ };

static shared [] int flags[FORMS];
static strict shared int waits[THREADS];

static int seen(int form) { return flags[form]; }

static void await_flag(void)
{
again:
    if (!flags[0])
        goto again;
}

static int await_call(void)
{
    int tries = 0;
again:
    tries++;
    if (seen(1))
        return tries;
    goto again;
}

static void await_case(void)
{
    int found;
again:
    found = flags[2];
    switch (found) {
    case 1:
        break;
    default:
        goto again;
    }
}

static void await_other_label(void)
{
    goto test;
wait:
    if (MYTHREAD < 0)
        return;
test:
    if (flags[3] == 0)
        goto wait;
}

static void await(int form)
{
    switch (form) {
    case 0:
        await_flag();
        break;
    case 1:
        CHECK(await_call() > 0);
        break;
    case 2:
        await_case();
        break;
    default:
        await_other_label();
    }
    CHECK(flags[form] == 1);
}

int main(void)
{
    for (int form = 0; form < FORMS; form++) {
        upc_barrier;
        if (MYTHREAD == 0) {
            for (int t = 1; t < THREADS; t++)
                while (waits[t] <= form)
                    ;
            usleep(LATER);
            flags[form] = 1;
        } else {
            waits[MYTHREAD] = form + 1;
            await(form);
        }
    }
    upc_barrier;
    check_done();
    return 0;
}
