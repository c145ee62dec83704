/* Blocks that threads allocate alone, fill, hand to others, and free wherever they come to be. */
#include "soak.h"

enum { HELD = 24, MOST_BYTES = 6000 };

/* A block of upc_alloc, with the bytes of `seed`. */
struct block {
    shared [] unsigned char *bytes;
    unsigned n, seed;
};

static struct block held[HELD];
static shared struct block handed[THREADS]; /* to the thread, by its neighbour */

static void allocate(struct block *block)
{
    unsigned char bytes[MOST_BYTES];
    block->n = soak_own(4) ? 1 + soak_own(300) : 1 + soak_own(MOST_BYTES);
    block->seed = soak_own(1u << 30);
    if (soak_own(3))
        block->bytes = (shared [] unsigned char *)upc_alloc(block->n);
    else /* all of it on thread 0, which may be far */
        block->bytes = (shared [] unsigned char *)upc_global_alloc(1, block->n);
    if (!block->bytes)
        return; /* full */
    soak_fill(bytes, block->n, block->seed);
    upc_memput(block->bytes, bytes, block->n);
}

static void check_and_free(struct block *block)
{
    unsigned char bytes[MOST_BYTES];
    upc_memget(bytes, block->bytes, block->n);
    soak_expect(bytes, block->n, block->seed);
    upc_free(block->bytes);
    block->bytes = 0;
}

static void step(void)
{
    struct block *block = &held[soak_own(HELD)];
    if (block->bytes)
        check_and_free(block);
    else
        allocate(block);
}

/* Each thread hands one block to the thread after it, which frees what it holds in that place. */
static void check(void)
{
    unsigned place = soak_common(HELD);
    handed[(MYTHREAD + 1) % THREADS] = held[place];
    upc_barrier;
    held[place] = handed[MYTHREAD];
    if (held[place].bytes)
        check_and_free(&held[place]);
}

static void end(void)
{
    for (int i = 0; i < HELD; i++)
        if (held[i].bytes)
            check_and_free(&held[i]);
    upc_barrier;
}

const struct soak_kind soak_blocks = {0, step, check, end};
