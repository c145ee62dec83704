/* Copies of all kinds: each thread alone writes one window in every thread's memory, and has a copy
 * of all its windows. */
#include <string.h>
#include <upc_nb.h>
#include "soak.h"

enum { BYTES = 4096 }; /* of a window */

static shared void *windows;
static unsigned char (*copy)[BYTES]; /* [THREADS] */

/* The calling thread's window in the memory of `thread`, from byte `at`. */
static shared [] unsigned char *window(int thread, unsigned at)
{
    return (shared[] unsigned char *)((shared[1] unsigned char *)windows + thread) +
           (unsigned long)MYTHREAD * BYTES + at;
}

static void start(void)
{
    windows = upc_all_alloc(THREADS, (size_t)THREADS * BYTES);
    copy = calloc(THREADS, BYTES);
    CHECK(windows && copy);
    for (int t = 0; t < THREADS; t++)
        upc_memset(window(t, 0), 0, BYTES);
}

static void put(int thread, unsigned at, unsigned n)
{
    soak_fill(copy[thread] + at, n, soak_own(1u << 30));
    if (soak_own(2)) {
        upc_memput(window(thread, at), copy[thread] + at, n);
    } else {
        upc_handle_t handle = upc_memput_nb(window(thread, at), copy[thread] + at, n);
        upc_sync(handle);
    }
}

static void set(int thread, unsigned at, unsigned n)
{
    int byte = (int)soak_own(256);
    memset(copy[thread] + at, byte, n);
    upc_memset(window(thread, at), byte, n);
}

static void copy_between(int thread, unsigned at, unsigned n)
{
    int from = (int)soak_own(THREADS);
    if (from == thread)
        return;
    memcpy(copy[thread] + at, copy[from] + at, n);
    upc_memcpy(window(thread, at), window(from, at), n);
}

static void write_bytes(int thread, unsigned at, unsigned n)
{
    shared [] unsigned char *to = window(thread, at);
    for (unsigned i = 0; i < n && i < 16; i++)
        to[i] = copy[thread][at + i] = (unsigned char)soak_own(256);
}

static void expect(int thread, unsigned at, unsigned n)
{
    unsigned char bytes[BYTES];
    if (soak_own(2))
        upc_memget(bytes, window(thread, at), n);
    else
        upc_sync(upc_memget_nb(bytes, window(thread, at), n));
    CHECK_EQ(memcmp(bytes, copy[thread] + at, n), 0);
}

static void step(void)
{
    int thread = (int)soak_own(THREADS);
    unsigned at = soak_own(BYTES), n = 1 + soak_own(BYTES - at);
    switch (soak_own(5)) {
    case 0: put(thread, at, n); break;
    case 1: set(thread, at, n); break;
    case 2: copy_between(thread, at, n); break;
    case 3: write_bytes(thread, at, n); break;
    default: expect(thread, at, n); break;
    }
}

static void check(void)
{
    for (int t = 0; t < THREADS; t++)
        expect(t, 0, BYTES);
}

static void end(void)
{
    check();
    upc_all_free(windows);
    free(copy);
}

const struct soak_kind soak_copies = {start, step, check, end};
