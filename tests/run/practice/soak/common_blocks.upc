/* Blocks that all threads allocate together; each fills its share. */
#include "soak.h"

enum { HELD = 6, MOST_BYTES = 40000 };

static struct {
    shared void *bytes;
    unsigned n, seed;
} held[HELD];

static shared [] unsigned char *share(int which, int thread)
{
    return (shared [] unsigned char *)((shared [1] unsigned char *)held[which].bytes + thread);
}

static void allocate(int which)
{
    held[which].n = 1 + soak_common(MOST_BYTES);
    held[which].seed = soak_common(1u << 20);
    held[which].bytes = upc_all_alloc(THREADS, held[which].n);
    if (!held[which].bytes)
        return; /* full, in every thread */
    unsigned char *own = (unsigned char *)share(which, MYTHREAD);
    soak_fill(own, held[which].n, held[which].seed + MYTHREAD);
}

static void check_and_free(int which)
{
    static unsigned char bytes[MOST_BYTES];
    int other = (MYTHREAD + 1) % THREADS;
    upc_memget(bytes, share(which, other), held[which].n);
    soak_expect(bytes, held[which].n, held[which].seed + other);
    if (soak_common(2)) {
        upc_all_free(held[which].bytes);
    } else {
        upc_barrier; /* all have looked */
        if (MYTHREAD == THREADS - 1)
            upc_free(held[which].bytes);
    }
    held[which].bytes = 0;
}

static void check(void)
{
    int which = (int)soak_common(HELD);
    if (held[which].bytes)
        check_and_free(which);
    else
        allocate(which);
}

static void end(void)
{
    for (int i = 0; i < HELD; i++)
        if (held[i].bytes)
            check_and_free(i);
}

const struct soak_kind soak_common_blocks = {0, 0, check, end};
