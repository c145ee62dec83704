// conformance: IO-7.8-S4 IO-7.8-S5 IO-7.8.3.4-S1 IO-7.8.3.4-S2 IO-7.8.4.2-S2 IO-7.8.5.2-S1 IO-7.8.3-U1
// The common pointer: one transfer for all threads.
#include "scratch.h"
#include <errno.h>
#include <upc_io.h>

#define N (5 * THREADS + 5)
static shared [4] int from[4 * 8 * THREADS];
static shared int to[32 * 4 * THREADS]; /* as much as is asked for, on one thread too */

int main(void)
{
    char name[SCRATCH_MAX];
    scratch_name(name);
    upc_file_t *f = upc_all_fopen(name, UPC_RDWR | UPC_COMMON_FP | UPC_CREATE | UPC_TRUNC, 0, NULL);
    CHECK(f != NULL);
    upc_forall (int i = 0; i < N; i++; &from[i])
        from[i] = 7 * i;
    upc_barrier;
    CHECK_EQ(upc_all_fwrite_shared(f, from, 4, sizeof(int), N, UPC_IN_NOSYNC | UPC_OUT_NOSYNC),
             N * sizeof(int));
    CHECK_EQ(upc_all_fseek(f, 0, UPC_SEEK_CUR), N * sizeof(int));
    CHECK_EQ(upc_all_fwrite_shared(f, &from[4], 4, sizeof(int), 3, 0), 3 * sizeof(int));
    CHECK_EQ(upc_all_fget_size(f), (N + 3) * sizeof(int));

    CHECK_EQ(upc_all_fsync(f), 0);
    CHECK_EQ(upc_all_fseek(f, 0, UPC_SEEK_SET), 0);
    CHECK_EQ(upc_all_fread_shared(f, to, 1, sizeof(int), N + 100, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC),
             (N + 3) * sizeof(int));
    for (int i = 0; i < N; i++)
        CHECK_EQ(to[i], 7 * i);
    for (int i = 0; i < 3; i++)
        CHECK_EQ(to[N + i], 7 * (4 + i));
    CHECK_EQ(upc_all_fread_shared(f, to, 1, sizeof(int), 1, 0), 0); /* at the end */

    /* The buffer may start anywhere; its phase counts for nothing. */
    upc_barrier;
    CHECK_EQ(upc_all_fseek(f, 4 * sizeof(int), UPC_SEEK_SET), 4 * sizeof(int));
    CHECK_EQ(upc_all_fread_shared(f, &to[THREADS + 1], 1, sizeof(int), 4, 0), 4 * sizeof(int));
    for (int i = 0; i < 4; i++)
        CHECK_EQ(to[THREADS + 1 + i], 7 * (4 + i));
    upc_barrier;
    CHECK_EQ(upc_all_fseek(f, 0, UPC_SEEK_SET), 0);
    CHECK_EQ(upc_all_fread_shared(f, upc_resetphase(&from[1]), 2, sizeof(int), 2, 0),
             2 * sizeof(int));
    CHECK_EQ(from[1], 0);
    CHECK_EQ(from[2], 7);

    /* Seeking alone does not extend, a write after it does. */
    long end = (N + 3) * sizeof(int);
    CHECK_EQ(upc_all_fseek(f, 100, UPC_SEEK_END), end + 100);
    CHECK_EQ(upc_all_fread_shared(f, to, 1, 1, 1, 0), 0);
    CHECK_EQ(upc_all_fget_size(f), end);
    CHECK_EQ(upc_all_fwrite_shared(f, from, 4, sizeof(int), 1, 0), sizeof(int));
    CHECK_EQ(upc_all_fget_size(f), end + 100 + sizeof(int));
    errno = 0;
    CHECK_EQ(upc_all_fseek(f, -1, UPC_SEEK_SET), -1);
    CHECK_EQ(errno, EINVAL);

    int local = 0;
    CHECK_EQ(upc_all_fread_local(f, &local, sizeof local, 1, 0), -1);
    CHECK_EQ(errno, EINVAL);
    CHECK_EQ(upc_all_fclose(f), 0);
    remove(name);
    check_done();
    return 0;
}
