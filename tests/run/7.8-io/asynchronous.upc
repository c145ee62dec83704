// conformance: IO-7.8.7-S1 IO-7.8.7.9-S1 IO-7.8.7.10-S1 IO-7.8.3.8-S3 IO-7.8.3.2-S1
#include "scratch.h"
#include <string.h>
#include <upc_io.h>

#define N 10
static shared [N] int a[N * THREADS], b[N * THREADS];

static upc_off_t tested(upc_file_t *f)
{
    for (;;) {
        int done = -1;
        upc_off_t n = upc_all_ftest_async(f, &done);
        CHECK(done == 0 || done == 1);
        if (done)
            return n;
    }
}

int main(void)
{
    char name[SCRATCH_MAX];
    scratch_name(name);
    upc_file_t *f = upc_all_fopen(
        name, UPC_RDWR | UPC_COMMON_FP | UPC_CREATE | UPC_TRUNC | UPC_DELETE_ON_CLOSE, 0, NULL);
    CHECK(f != NULL);
    for (int i = 0; i < N; i++)
        a[N * MYTHREAD + i] = 10 * MYTHREAD + i;
    upc_all_fwrite_shared_async(f, a, N, sizeof(int), N * THREADS,
                                UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
    CHECK_EQ(upc_all_fcntl(f, UPC_ASYNC_OUTSTANDING, NULL), 1);
    CHECK_EQ(upc_all_fclose(f), -1); /* not now */
    CHECK_EQ(upc_all_fwait_async(f), N * THREADS * sizeof(int));
    CHECK_EQ(upc_all_fcntl(f, UPC_ASYNC_OUTSTANDING, NULL), 0);
    CHECK_EQ(upc_all_fsync(f), 0);
    CHECK_EQ(upc_all_fseek(f, 0, UPC_SEEK_SET), 0);
    upc_all_fread_shared_async(f, b, N, sizeof(int), N * THREADS, UPC_IN_NOSYNC | UPC_OUT_ALLSYNC);
    CHECK_EQ(tested(f), N * THREADS * sizeof(int));
    int right = (MYTHREAD + 1) % THREADS;
    for (int i = 0; i < N; i++)
        CHECK_EQ(b[N * right + i], 10 * right + i);

    CHECK_EQ(upc_all_fcntl(f, UPC_SET_INDIVIDUAL_FP, NULL), 0);
    int mine[N];
    CHECK_EQ(upc_all_fseek(f, right * sizeof mine, UPC_SEEK_SET), right * sizeof mine);
    upc_all_fread_local_async(f, mine, sizeof mine, 1, 0);
    CHECK_EQ(tested(f), sizeof mine);
    CHECK_EQ(mine[N - 1], 10 * right + N - 1);
    CHECK_EQ(upc_all_fseek(f, 0, UPC_SEEK_CUR), (right + 1) * sizeof mine);
    upc_all_fwrite_local_async(f, mine, sizeof mine, 1, 0);
    CHECK_EQ(upc_all_fwait_async(f), sizeof mine);

    /* The lists may go once the operation has begun. */
    struct upc_local_memvec *memory = malloc(sizeof *memory);
    struct upc_filevec *where = malloc(sizeof *where);
    *memory = (struct upc_local_memvec){mine, sizeof mine};
    *where = (struct upc_filevec){1000 * THREADS + MYTHREAD * sizeof mine, sizeof mine};
    upc_all_fwrite_list_local_async(f, 1, memory, 1, where, 0);
    memset(memory, 0, sizeof *memory);
    memset(where, 0, sizeof *where);
    CHECK_EQ(upc_all_fwait_async(f), sizeof mine);
    *memory = (struct upc_local_memvec){mine, sizeof mine};
    *where = (struct upc_filevec){1000 * THREADS + MYTHREAD * sizeof mine, sizeof mine};
    memset(mine, 0, sizeof mine);
    upc_all_fread_list_local_async(f, 1, memory, 1, where, 0);
    free(memory);
    CHECK_EQ(upc_all_fwait_async(f), sizeof mine);
    CHECK_EQ(mine[1], 10 * right + 1);
    struct upc_shared_memvec row = {&a[N * MYTHREAD], 0, sizeof mine};
    upc_all_fread_list_shared_async(f, 1, &row, 1, where, 0);
    CHECK_EQ(upc_all_fwait_async(f), sizeof mine);
    CHECK_EQ(a[N * MYTHREAD + 1], 10 * right + 1);
    upc_all_fwrite_list_shared_async(f, 1, &row, 1, where, 0);
    free(where);
    CHECK_EQ(upc_all_fwait_async(f), sizeof mine);
    CHECK_EQ(upc_all_fclose(f), 0);
    check_done();
    return 0;
}
