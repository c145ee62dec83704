// threads: 3 4 7
// Copies from one other thread to another, of sizes around those of one message, several under way
// at once: with handles, without, of the extensions, and of lists.
#include "check.h"
#include <bupc_extensions.h>
#include <upc_nb.h>

enum { MOST = 70000, AT_ONCE = 12 };
static const size_t sizes[] = {1, 8, 16, 31, 33, 1000, 16384, 16385, MOST};

static shared[] unsigned char *from, *to; /* memory of the two next threads, of which each thread
                                             has a part */

static unsigned char byte(size_t size, size_t i)
{
    return (unsigned char)(i * 7 + size + MYTHREAD);
}

/* The start of MYTHREAD's part. */
static size_t part(void) { return (size_t)MYTHREAD * MOST; }

static void fill(size_t n)
{
    unsigned char *data = malloc(n);
    for (size_t i = 0; i < n; i++)
        data[i] = byte(n, i);
    upc_memput(from + part(), data, n);
    upc_memset(to + part(), 0, n);
    free(data);
}

static void expect(size_t n)
{
    unsigned char *data = malloc(n);
    upc_memget(data, to + part(), n);
    for (size_t i = 0; i < n; i++)
        CHECK_EQ(data[i], byte(n, i));
    free(data);
}

static void copy(size_t n)
{
    fill(n);
    upc_memcpy(to + part(), from + part(), n);
    expect(n);
    fill(n);
    upc_sync(upc_memcpy_nb(to + part(), from + part(), n));
    expect(n);
    fill(n);
    upc_handle_t handle = bupc_memcpy_async(to + part(), from + part(), n);
    while (!bupc_trysync(handle))
        ;
    expect(n);
    fill(n);
    upc_memcpy_nbi(to + part(), from + part(), n);
    upc_synci();
    expect(n);
}

/* Slices of one transfer, in falling order. */
static void at_once(size_t n)
{
    upc_handle_t handle[AT_ONCE];
    size_t slice = n / AT_ONCE;
    fill(n);
    for (int i = AT_ONCE - 1; i >= 0; i--)
        handle[i] = upc_memcpy_nb(to + part() + i * slice, from + part() + i * slice,
                                  i + 1 < AT_ONCE ? slice : n - i * slice);
    for (int i = 0; i < AT_ONCE; i++)
        upc_sync(handle[i]);
    expect(n);
}

static void lists(void)
{
    enum { PIECES = 5, LENGTH = 600 };
    bupc_smemvec_t src[PIECES], dst[1] = {{to + part(), PIECES * LENGTH}};
    for (int i = 0; i < PIECES; i++)
        src[i] = (bupc_smemvec_t){from + part() + i * LENGTH, LENGTH};
    fill(PIECES * LENGTH);
    bupc_waitsync(bupc_memcpy_vlist_async(1, dst, PIECES, src));
    expect(PIECES * LENGTH);
}

int main(void)
{
    static shared [1] struct { shared [] unsigned char *from, *to; } all[THREADS];
    all[MYTHREAD].from = upc_alloc((size_t)MOST * THREADS);
    all[MYTHREAD].to = upc_alloc((size_t)MOST * THREADS);
    upc_barrier;
    from = all[(MYTHREAD + 1) % THREADS].from;
    to = all[(MYTHREAD + 2) % THREADS].to;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        copy(sizes[i]);
    at_once(MOST);
    lists();
    check_done();
    return 0;
}
