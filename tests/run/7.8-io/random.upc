// Random operations on a file, each compared with a model of its bytes that every thread keeps.
#include "scratch.h"
#include <string.h>
#include <upc_io.h>

enum { ROUNDS = 120, MOST = 60000, BLOCK = 4000, BOTH_SYNC = UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC };

static shared [BLOCK] unsigned char blocked[BLOCK * THREADS];
static shared unsigned char cyclic[BLOCK * THREADS];

static upc_file_t *file;
static unsigned char model[MOST]; /* zero from `size` on */
static long size, common_at, own_at; /* own_at: the calling thread's */
static int is_common = 1, round_number;
static unsigned state = 12345;

/* The same on all threads. */
static long below(long n)
{
    state = state * 1103515245u + 12345u;
    return (state >> 8) % n;
}

static long at_most(long a, long b)
{
    return a < b ? a : b;
}

/* The byte that this round writes at offset `at`. */
static unsigned char value(long at)
{
    return (unsigned char)(round_number * 31 + at * 7 + 1);
}

static void model_written(long at, long n)
{
    for (long i = at; i < at + n; i++)
        model[i] = value(i);
    if (n > 0 && at + n > size)
        size = at + n;
}

static long left_from(long at)
{
    return at < size ? size - at : 0;
}

static long finished(int asynchronous, long result)
{
    return asynchronous ? upc_all_fwait_async(file) : result;
}

static void resize(void)
{
    long wanted = below(MOST / 2);
    CHECK_EQ(upc_all_fset_size(file, wanted), 0);
    if (wanted < size)
        memset(model + wanted, 0, size - wanted);
    size = wanted;
    CHECK_EQ(upc_all_fget_size(file), size);
}

static void seek(void)
{
    long at = below(MOST / 3);
    if (!is_common)
        at += 100 * MYTHREAD;
    CHECK_EQ(upc_all_fseek(file, at, UPC_SEEK_SET), at);
    *(is_common ? &common_at : &own_at) = at;
}

static void other_pointer(void)
{
    is_common = !is_common;
    CHECK_EQ(upc_all_fcntl(file, is_common ? UPC_SET_COMMON_FP : UPC_SET_INDIVIDUAL_FP, NULL), 0);
    common_at = own_at = 0;
}

static void write_shared(int asynchronous)
{
    long n = at_most(below(BLOCK * THREADS), MOST - common_at), result = 0;
    int use_blocked = below(2);
    if (!is_common)
        return;
    upc_forall (int i = 0; i < n; i++; &blocked[i])
        blocked[i] = value(common_at + i);
    upc_forall (int i = 0; i < n; i++; &cyclic[i])
        cyclic[i] = value(common_at + i);
    shared void *from = use_blocked ? (shared void *)blocked : cyclic;
    size_t block = use_blocked ? BLOCK : 1;
    if (asynchronous)
        upc_all_fwrite_shared_async(file, from, block, 1, n, BOTH_SYNC);
    else
        result = upc_all_fwrite_shared(file, from, block, 1, n, BOTH_SYNC);
    CHECK_EQ(finished(asynchronous, result), n);
    model_written(common_at, n);
    common_at += n;
}

static void read_shared(int asynchronous)
{
    long n = below(BLOCK * THREADS), expected = at_most(n, left_from(common_at)), result = 0;
    int use_blocked = below(2);
    if (!is_common)
        return;
    shared void *to = use_blocked ? (shared void *)blocked : cyclic;
    size_t block = use_blocked ? BLOCK : 1;
    if (asynchronous)
        upc_all_fread_shared_async(file, to, block, 1, n, BOTH_SYNC);
    else
        result = upc_all_fread_shared(file, to, block, 1, n, BOTH_SYNC);
    CHECK_EQ(finished(asynchronous, result), expected);
    for (long i = MYTHREAD; i < expected; i += THREADS)
        CHECK_EQ(use_blocked ? blocked[i] : cyclic[i], model[common_at + i]);
    upc_barrier; /* the next round writes the arrays */
    common_at += expected;
}

/* Each thread its part of a range. */
static void write_local(int asynchronous)
{
    long base = below(MOST / 4), n = 1 + below(2000 / THREADS), result = 0;
    unsigned char part[2000];
    if (is_common)
        return;
    own_at = base + MYTHREAD * n;
    CHECK_EQ(upc_all_fseek(file, own_at, UPC_SEEK_SET), own_at);
    for (long i = 0; i < n; i++)
        part[i] = value(own_at + i);
    if (asynchronous)
        upc_all_fwrite_local_async(file, part, 1, n, BOTH_SYNC);
    else
        result = upc_all_fwrite_local(file, part, 1, n, BOTH_SYNC);
    CHECK_EQ(finished(asynchronous, result), n);
    own_at += n;
    model_written(base, n * THREADS);
}

static void read_local(int asynchronous)
{
    long n = below(3000), expected = at_most(n, left_from(own_at)), result = 0;
    unsigned char part[3000];
    if (is_common)
        return;
    if (asynchronous)
        upc_all_fread_local_async(file, part, 1, n, BOTH_SYNC);
    else
        result = upc_all_fread_local(file, part, 1, n, BOTH_SYNC);
    CHECK_EQ(finished(asynchronous, result), expected);
    CHECK(memcmp(part, model + own_at, expected) == 0);
    own_at += expected;
}

/* Five pieces of each thread, which lie between those of the others; memory is cut elsewhere. */
static void write_list(int asynchronous)
{
    enum { PIECES = 5, PIECE = 40, BYTES = PIECES * PIECE - 10 };
    long base = below(MOST / 4), result = 0;
    unsigned char bytes[BYTES];
    struct upc_filevec where[PIECES];
    struct upc_local_memvec memory[] = {{bytes, 50}, {NULL, 0}, {bytes + 50, BYTES - 50}};
    for (int j = 0, b = 0; j < PIECES; j++) {
        where[j].offset = base + (j * THREADS + MYTHREAD) * PIECE;
        where[j].len = PIECE - j;
        for (size_t i = 0; i < where[j].len; i++)
            bytes[b++] = value(where[j].offset + i);
    }
    if (asynchronous)
        upc_all_fwrite_list_local_async(file, 3, memory, PIECES, where, BOTH_SYNC);
    else
        result = upc_all_fwrite_list_local(file, 3, memory, PIECES, where, BOTH_SYNC);
    CHECK_EQ(finished(asynchronous, result), BYTES);
    for (int j = 0; j < PIECES; j++)
        for (int t = 0; t < THREADS; t++)
            model_written(base + (j * THREADS + t) * PIECE, PIECE - j);
}

static void read_list(int asynchronous)
{
    long at = below(MOST / 4), result = 0;
    struct upc_filevec where[] = {{at + MYTHREAD, 30}, {at + 500, 20}};
    struct upc_shared_memvec memory[] = {{&cyclic[MYTHREAD], 0, 10},
                                         {&blocked[MYTHREAD * BLOCK], BLOCK, 40}};
    if (left_from(at) < 520)
        return;
    if (asynchronous)
        upc_all_fread_list_shared_async(file, 2, memory, 2, where, BOTH_SYNC);
    else
        result = upc_all_fread_list_shared(file, 2, memory, 2, where, BOTH_SYNC);
    CHECK_EQ(finished(asynchronous, result), 50);
    const unsigned char *mine = (unsigned char *)&cyclic[MYTHREAD];
    const unsigned char *block = (unsigned char *)&blocked[MYTHREAD * BLOCK];
    CHECK(memcmp(mine, model + at + MYTHREAD, 10) == 0);
    CHECK(memcmp(block, model + at + MYTHREAD + 10, 20) == 0);
    CHECK(memcmp(block + 20, model + at + 500, 20) == 0);
    upc_barrier;
}

int main(void)
{
    static void (*const transfers[])(int asynchronous) = {write_shared, read_shared, write_local,
                                                          read_local,   write_list,  read_list};
    char name[SCRATCH_MAX];
    scratch_name(name);
    file = upc_all_fopen(
        name, UPC_RDWR | UPC_COMMON_FP | UPC_CREATE | UPC_TRUNC | UPC_DELETE_ON_CLOSE, 0, NULL);
    CHECK(file != NULL);
    for (round_number = 0; round_number < ROUNDS; round_number++) {
        long what = below(15);
        if (what == 0)
            resize();
        else if (what == 1)
            other_pointer();
        else if (what < 4)
            seek();
        else
            transfers[below(6)](below(2));
    }
    CHECK_EQ(upc_all_fget_size(file), size);
    CHECK_EQ(upc_all_fclose(file), 0);
    check_done();
}
