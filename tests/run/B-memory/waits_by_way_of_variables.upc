// conformance: MEM-B.2-S1
// threads: 2 3
// cflags: -O3
/* Loops that wait for a relaxed variable by way of private variables, branches, jumps and functions
 * see it change, for some time only too. Each waits before the variable changes. */
#include <limits.h>
#include <stdbool.h>
#include <unistd.h>
#include <upc_relaxed.h>

#include "check.h"

enum { FORMS = 20, LATER = 2000 /* us */, FOREVER = 1 };

static shared [] int flags[FORMS];
static strict shared int waits[THREADS];

static bool seen(int form)
{
    do {
        if (flags[form])
            return true;
    } while (0);
    return false;
}

static bool ends;

static void look(int form)
{
    do {
        if (seen(form))
            ends = true;
    } while (0);
}

static void fetch(int form, int *found)
{
    do {
        *found = flags[form];
    } while (0);
}

/* No UPC is in the text of these two. */
static bool seen_by_call(int form) { return seen(form); }

static void await_by_calls(int form)
{
    if (form == 14) {
        while (!seen_by_call(form))
            ;
    } else {
        for (;;)
            if (seen(form))
                return;
    }
}

static bool seen_later(int form), seen_by_later_call(int form);

static void await_by_later_calls(int form)
{
    while (!seen_by_later_call(form))
        ;
}

static bool seen_by_later_call(int form) { return seen_later(form); }

static bool seen_later(int form) { return flags[16] && form == 16; }

struct state {
    int found, rounds;
    bool waits;
};

static void await(int form, struct state *state)
{
    bool done = false;
    int found = 0;
    switch (form) {
    case 0:
        while (!done) {
            int flag = flags[0];
            if (flag)
                done = true;
        }
        break;
    case 1:
        do {
            int flag = flags[1];
            found = flag + 1;
        } while (found == 1);
        break;
    case 2:
        while (!done) {
            switch (flags[2]) {
            case 1: done = true;
            }
        }
        break;
    case 3:
        while (!done)
            flags[3] && (done = true);
        break;
    case 4:
        while (found < 1) {
            int flag = flags[4];
            found += flag;
        }
        break;
    case 5:
        for (;;)
            if (seen(5))
                break;
        break;
    case 6:
        while (!done)
            done = seen(6);
        break;
    case 7:
        do
            found = seen(7) ? 2 : 3;
        while (found != 2);
        break;
    case 8:
        ends = false;
        while (!ends)
            look(8);
        break;
    case 9:
        while (!found)
            fetch(9, &found);
        break;
    case 10:
        while (!state->found)
            state->found = flags[10];
        break;
    case 11:
        while (found < 1) {
            int flag = flags[11];
            if (!flag)
                continue;
            found++;
        }
        break;
    case 12:
        while (found < 1) {
            for (int i = 0; i < 2; i++) {
                int flag = flags[12];
                if (!flag)
                    break;
                found++;
            }
        }
        break;
    case 14:
    case 15:
        await_by_calls(form);
        break;
    case 16: await_by_later_calls(form); break;
    case 17:
        while (state->waits)
            if (flags[17])
                break;
        break;
    case 18:
        while (FOREVER)
            if (flags[18])
                break;
        break;
    case 19: {
        long tries = 0;
        for (; tries < LONG_MAX; tries++)
            if (flags[19])
                break;
        CHECK(tries < LONG_MAX);
        break;
    }
    case 13: {
        struct state own = {0, 0, true};
        while (!own.found) {
            int flag = flags[13];
            own.found = flag;
            own.rounds++;
        }
        break;
    }
    }
}

int main(void)
{
    struct state state = {0, 0, true};
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
            await(form, &state);
        }
    }
    upc_barrier;
    check_done();
    return 0;
}
