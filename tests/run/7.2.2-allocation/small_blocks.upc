// conformance: CORE-7.2.2.4-S1
// launch: -shared-heap 4MB
// unchecked
// note: a checked job keeps freed blocks aside
// Small blocks that their owner freed are there for blocks of other sizes, and after a barrier for
// other threads.
#include <string.h>

#include "check.h"

enum { MOST = 100000, TURNS = 20000, LIVE = 64, BELOW = 20 };

static shared [] char *blocks[MOST];

static size_t size_of(int i)
{
    return 1 + (size_t)i * 37 % 1100;
}

// Fills the heap with blocks of many sizes; each keeps what was written to it.
static void fill_and_free(void)
{
    int n = 0;
    while (n < MOST && (blocks[n] = upc_alloc(size_of(n))) != NULL) {
        upc_memset(blocks[n], n, size_of(n));
        n++;
    }
    CHECK(n > 1000 && n < MOST);
    for (int i = 0; i < n; i++) {
        CHECK_EQ(blocks[i][0], (char)i);
        CHECK_EQ(blocks[i][size_of(i) - 1], (char)i);
    }
    for (int first = 0; first < 3; first++)
        for (int i = first; i < n; i += 3)
            upc_free(blocks[i]);
}

// Blocks of random sizes come and go, by the owner.
static void replace_many(void)
{
    unsigned random = (unsigned)MYTHREAD + 1;
    memset(blocks, 0, LIVE * sizeof *blocks);
    for (int turn = 0; turn < TURNS; turn++) {
        random = random * 1103515245u + 12345u;
        int i = (int)(random >> 16) % LIVE;
        if (blocks[i]) {
            int mark = blocks[i][0];
            size_t n = size_of(mark);
            CHECK_EQ(blocks[i][n - 1], (char)mark);
            upc_free(blocks[i]);
            blocks[i] = NULL;
        } else {
            int mark = (int)(random >> 8) % 100;
            blocks[i] = upc_alloc(size_of(mark));
            CHECK(blocks[i] != NULL);
            upc_memset(blocks[i], mark, size_of(mark));
        }
    }
    for (int i = 0; i < LIVE; i++)
        upc_free(blocks[i]);
}

// Of small blocks some lie below a large one, at the end that the common heap grows towards.
static void free_below(void)
{
    shared [] char *large = upc_alloc(3 << 20);
    CHECK(large != NULL);
    for (int i = 0; i < BELOW; i++)
        CHECK((blocks[i] = upc_alloc(1000)) != NULL);
    upc_free(large);
    for (int i = 0; i < BELOW; i++)
        upc_free(blocks[i]);
}

int main(void)
{
    free_below();
    upc_barrier;
    if (MYTHREAD == 0) {
        shared void *common = upc_global_alloc(THREADS, 3 << 20);
        CHECK(common != NULL);
        upc_free(common);
    }
    upc_barrier;
    fill_and_free();
    shared [] char *all = upc_alloc(3500 << 10);
    CHECK(all != NULL);
    upc_free(all);
    replace_many();
    check_done();
    return 0;
}
