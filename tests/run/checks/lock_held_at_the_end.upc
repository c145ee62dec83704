// threads: 2 3
// cflags: -g
// stderr: upcr: thread 1: .*warning: the thread ends while it holds a lock that it took at .*lock_held_at_the_end\.upc:32: upc_unlock is missing
// stderr: upcr: thread 0: .*warning: the thread ends while it holds a lock that it took at .*lock_held_at_the_end\.upc:38: upc_unlock is missing
/* A lock that is given back in an exit handler, taken again, or freed is not told. */
#include <stdlib.h>
#include "check.h"

enum { LOCKS = 20 };
static upc_lock_t *lock[LOCKS], *late, *freed;

static void give_back(void) { upc_unlock(late); }

int main(void)
{
    for (int i = 0; i < LOCKS; i++)
        lock[i] = upc_all_lock_alloc();
    late = upc_global_lock_alloc();
    freed = upc_global_lock_alloc();
    upc_lock(late);
    atexit(give_back);
    upc_lock(freed);
    upc_lock_free(freed);
    if (MYTHREAD == 1)
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < LOCKS; i++)
                upc_lock(lock[i]);
            for (int i = 0; i < LOCKS; i++)
                upc_unlock(lock[i]);
        }
    if (MYTHREAD == 1)
        upc_lock(lock[LOCKS - 1]);
    check_done();
    if (MYTHREAD == 0) {
        while (!upc_lock_attempt(lock[0]))
            ;
        upc_unlock(lock[0]);
        if (!upc_lock_attempt(lock[1]))
            return 1;
    }
    return 0;
}
