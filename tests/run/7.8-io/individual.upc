// conformance: IO-7.8-S1 IO-7.8-S3 IO-7.8-S6 IO-7.8-S7 IO-7.8.2-S1 IO-7.8.3.3-S1 IO-7.8.4.1-S1 IO-7.8.5.1-S1
// conformance: IO-7.8.4.2-S1 IO-7.8.5.2-S1
// Individual pointers, local and shared buffers; the bytes are those of a POSIX file.
#include "scratch.h"
#include <string.h>
#include <upc_io.h>

#if __UPC_IO__ != 1
#error upc_io.h is complete
#endif

#define N 7 /* bytes a thread, so that neighbours share words */
#define BLOCK 3
static upc_file_t *shared box;
static shared [BLOCK] short blocks[BLOCK * 4 * THREADS];
static shared short back[12 * THREADS];

static void local_buffers(upc_file_t *f)
{
    char mine[N + 1], all[N * THREADS + 5];
    memset(mine, 'a' + MYTHREAD, N);
    CHECK_EQ(upc_all_fseek(f, N * MYTHREAD, UPC_SEEK_SET), N * MYTHREAD);
    CHECK_EQ(upc_all_fwrite_local(f, mine, 1, N, 0), N);
    CHECK_EQ(upc_all_fseek(f, 0, UPC_SEEK_CUR), N * (MYTHREAD + 1));
    CHECK_EQ(upc_all_fseek(f, -N, UPC_SEEK_CUR), N * MYTHREAD);
    memset(mine, 0, N);
    CHECK_EQ(upc_all_fread_local(f, mine, N, 1, UPC_IN_NOSYNC | UPC_OUT_NOSYNC), N); /* its own
                                                                                        write, no
                                                                                        fsync */
    CHECK(mine[0] == 'a' + MYTHREAD && mine[N - 1] == 'a' + MYTHREAD);
    CHECK_EQ(upc_all_fsync(f), 0);
    CHECK_EQ(upc_all_fseek(f, 0, UPC_SEEK_SET), 0);
    CHECK_EQ(upc_all_fread_local(f, all, 1, sizeof all, 0), N * THREADS); /* the file is shorter */
    CHECK_EQ(upc_all_fread_local(f, all, 1, 1, 0), 0);
    for (int i = 0; i < N * THREADS; i++)
        CHECK_EQ(all[i], 'a' + i / N);
    /* Sizes may differ; nothing is nothing. */
    CHECK_EQ(upc_all_fseek(f, 0, UPC_SEEK_SET), 0);
    CHECK_EQ(upc_all_fread_local(f, MYTHREAD ? all : NULL, MYTHREAD, 1, 0), MYTHREAD);
}

static void shared_buffers(upc_file_t *f)
{
    upc_forall (int i = 0; i < BLOCK * 4 * THREADS; i++; &blocks[i])
        blocks[i] = 100 + i;
    CHECK_EQ(upc_all_fset_size(f, 0), 0);
    /* Each thread writes three blocks, from a block of another thread on. */
    int first = BLOCK * ((MYTHREAD + 1) % THREADS);
    upc_barrier;
    CHECK_EQ(upc_all_fseek(f, 100 * MYTHREAD, UPC_SEEK_SET), 100 * MYTHREAD);
    CHECK_EQ(upc_all_fwrite_shared(f, &blocks[first], BLOCK, sizeof(short), 3 * BLOCK, 0),
             3 * BLOCK * sizeof(short));
    CHECK_EQ(upc_all_fsync(f), 0);
    short got[3 * BLOCK];
    CHECK_EQ(upc_all_fseek(f, 100 * MYTHREAD, UPC_SEEK_SET), 100 * MYTHREAD);
    CHECK_EQ(upc_all_fread_local(f, got, sizeof(short), 3 * BLOCK, 0), 3 * BLOCK * sizeof(short));
    for (int i = 0; i < 3 * BLOCK; i++)
        CHECK_EQ(got[i], 100 + first + i);
    /* Block size 1 and indefinite: where the elements land. */
    CHECK_EQ(upc_all_fseek(f, 100 * MYTHREAD, UPC_SEEK_SET), 100 * MYTHREAD);
    shared [] short *there = upc_alloc(9 * sizeof(short));
    CHECK(upc_all_fread_shared(f, there, 0, sizeof(short), 9, 0) == 9 * sizeof(short));
    for (int i = 0; i < 9; i++)
        CHECK_EQ(there[i], 100 + first + i);
    CHECK_EQ(upc_all_fseek(f, 100 * MYTHREAD, UPC_SEEK_SET), 100 * MYTHREAD);
    if (MYTHREAD == THREADS - 1) /* counts differ: the others read nothing */
        CHECK(upc_all_fread_shared(f, back, 1, sizeof(short), 9, 0) == 9 * sizeof(short));
    else
        CHECK_EQ(upc_all_fread_shared(f, back, 1, sizeof(short), 0, 0), 0);
    for (int i = 0; i < 9; i++) /* the last thread wrote from block 0 on */
        CHECK_EQ(back[i], 100 + i);
    upc_free(there);
}

int main(void)
{
    char name[SCRATCH_MAX];
    scratch_name(name);
    upc_file_t *f =
        upc_all_fopen(name, UPC_RDWR | UPC_INDIVIDUAL_FP | UPC_CREATE | UPC_TRUNC, 0, NULL);
    CHECK(f != NULL);
    if (MYTHREAD == 0)
        box = f;
    upc_barrier;
    CHECK(box == f); /* one handle on all threads */
    local_buffers(f);
    shared_buffers(f);
    CHECK_EQ(upc_all_fseek(f, 3 * MYTHREAD, UPC_SEEK_SET), 3 * MYTHREAD);
    CHECK_EQ(upc_all_fset_size(f, 3 * THREADS), 0);
    char c[4];
    snprintf(c, sizeof c, "%03d", MYTHREAD);
    CHECK_EQ(upc_all_fwrite_local(f, c, 3, 1, 0), 3);
    CHECK_EQ(upc_all_fclose(f), 0);
    FILE *posix = fopen(name, "r");
    int number;
    for (int t = 0; t < THREADS; t++) {
        CHECK_EQ(fgets(c, 4, posix) != NULL, 1);
        number = atoi(c);
        CHECK_EQ(number, t);
    }
    CHECK_EQ(fgetc(posix), EOF);
    fclose(posix);
    upc_barrier;
    remove(name);
    check_done();
    return 0;
}
