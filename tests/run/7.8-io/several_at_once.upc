// Asynchronous operations overlap with computation, on several files at once, and are right
// whenever they are completed.
#include "scratch.h"
#include <string.h>
#include <upc_collective.h>
#include <upc_io.h>

enum { FILES = 3, N = 40000, B = 7 };
static shared [B] char data[FILES][B * (N / B + 1) * THREADS];
static char own[FILES][N], back[FILES][N];

static upc_file_t *opened(char name[SCRATCH_MAX], int pointer)
{
    scratch_name(name);
    return upc_all_fopen(name, UPC_RDWR | pointer | UPC_CREATE | UPC_DELETE_ON_CLOSE, 0, NULL);
}

static char value(int file, long at) { return (char)(file * 31 + at * 7 + at / 250); }

int main(void)
{
    char name[SCRATCH_MAX];
    upc_file_t *common[FILES], *single[FILES];
    long total = (long)N * THREADS;
    for (int f = 0; f < FILES; f++) {
        common[f] = opened(name, UPC_COMMON_FP);
        single[f] = opened(name, UPC_INDIVIDUAL_FP);
        CHECK(common[f] && single[f]);
        CHECK_EQ(upc_all_fseek(single[f], (long)N * MYTHREAD, UPC_SEEK_SET), (long)N * MYTHREAD);
        for (long i = MYTHREAD * B; i < total; i += THREADS * B)
            for (long j = i; j < i + B && j < total; j++)
                data[f][j] = value(f, j);
        for (long i = 0; i < N; i++)
            own[f][i] = value(f + FILES, N * MYTHREAD + i);
    }
    /* All six are under way at once. */
    for (int f = 0; f < FILES; f++) {
        upc_all_fwrite_shared_async(common[f], data[f], B, 1, total,
                                    UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
        upc_all_fwrite_local_async(single[f], own[f], 1, N, UPC_IN_NOSYNC | UPC_OUT_NOSYNC);
    }
    upc_barrier; /* an operation does not hinder others */
    for (int f = FILES; f-- > 0;) {
        CHECK_EQ(upc_all_fcntl(single[f], UPC_ASYNC_OUTSTANDING, NULL), 1);
        CHECK_EQ(upc_all_fwait_async(single[f]), N);
        int done = 0;
        upc_off_t n = 0;
        while (!done)
            n = upc_all_ftest_async(common[f], &done);
        CHECK_EQ(n, total);
        CHECK_EQ(upc_all_fseek(common[f], 0, UPC_SEEK_CUR), total);
        CHECK_EQ(upc_all_fseek(single[f], 0, UPC_SEEK_CUR), (long)N * (MYTHREAD + 1));
        CHECK_EQ(upc_all_fsync(common[f]), 0);
        CHECK_EQ(upc_all_fseek(common[f], 1, UPC_SEEK_SET), 1);
        CHECK_EQ(upc_all_fseek(single[f], (long)N * MYTHREAD, UPC_SEEK_SET), (long)N * MYTHREAD);
    }
    /* One byte too few is left; each thread's last part is shorter. */
    for (int f = 0; f < FILES; f++) {
        upc_all_fread_shared_async(common[f], data[f], B, 1, total,
                                   UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
        upc_all_fread_local_async(single[f], back[f], 1, N, UPC_IN_NOSYNC | UPC_OUT_NOSYNC);
    }
    for (int f = 0; f < FILES; f++) {
        CHECK_EQ(upc_all_fwait_async(common[f]), total - 1);
        CHECK_EQ(upc_all_fwait_async(single[f]), N);
        for (long i = 0; i < total - 1; i += 97)
            CHECK_EQ(data[f][i], value(f, i + 1));
        CHECK(memcmp(own[f], back[f], N) == 0);
    }
    for (int f = 0; f < FILES; f++) {
        CHECK_EQ(upc_all_fclose(common[f]), 0);
        CHECK_EQ(upc_all_fclose(single[f]), 0);
    }
    check_done();
    return 0;
}
