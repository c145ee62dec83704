// conformance: IO-7.8.6-S1 IO-7.8.6-S2 IO-7.8.6.1-S1 IO-7.8.6-U1
// List I/O: memory and file cut differently, in both pointer modes.
#include "scratch.h"
#include <errno.h>
#include <string.h>
#include <upc_io.h>

static shared [3] char cells[3 * 8 * THREADS];

static void local_lists(upc_file_t *f)
{
    char a[] = "abcdefgh", b[] = "ijkl";
    long base = 100 * MYTHREAD;
    struct upc_local_memvec memory[] = {{b, 3}, {NULL, 0}, {a, 8}};
    struct upc_filevec where[] = {{base, 2}, {base + 10, 8}, {base + 50, 0}, {base + 20, 1}};
    CHECK_EQ(upc_all_fwrite_list_local(f, 3, memory, 4, where, 0), 11);
    char all[21] = "", x[4], y[7];
    struct upc_local_memvec whole = {all, 21};
    struct upc_filevec run = {base, 21};
    CHECK_EQ(upc_all_fread_list_local(f, 1, &whole, 1, &run, 0), 21);
    CHECK(memcmp(all, "ij", 2) == 0 && memcmp(all + 10, "kabcdefg", 8) == 0 && all[20] == 'h');
    struct upc_local_memvec parts[] = {{y, 7}, {x, 4}};
    CHECK_EQ(upc_all_fread_list_local(f, 2, parts, 4, where, 0), 11);
    CHECK(memcmp(y, "ijkabcd", 7) == 0 && memcmp(x, "efgh", 4) == 0);
    CHECK_EQ(upc_all_fread_list_local(f, 0, NULL, 0, NULL, 0), 0);
}

static void shared_lists(upc_file_t *f)
{
    int right = (MYTHREAD + 1) % THREADS;
    for (int i = 0; i < 3; i++)
        cells[3 * MYTHREAD + i] = 'A' + 3 * MYTHREAD + i;
    upc_barrier;
    struct upc_shared_memvec memory[] = {{&cells[3 * right], 3, 3},
                                         {&cells[3 * MYTHREAD + 1], 0, 2}};
    struct upc_filevec where[] = {{1000 + 10 * MYTHREAD, 4}, {1000 + 10 * MYTHREAD + 6, 1}};
    CHECK_EQ(upc_all_fwrite_list_shared(f, 2, memory, 2, where, 0), 5);
    char got[7];
    struct upc_local_memvec here = {got, 7};
    struct upc_filevec run = {1000 + 10 * MYTHREAD, 7};
    CHECK_EQ(upc_all_fread_list_local(f, 1, &here, 1, &run, 0), 7);
    for (int i = 0; i < 3; i++)
        CHECK_EQ(got[i], 'A' + 3 * right + i);
    CHECK_EQ(got[3], 'A' + 3 * MYTHREAD + 1);
    CHECK_EQ(got[6], 'A' + 3 * MYTHREAD + 2);
    /* Blocks of 3 bytes go from thread to thread. */
    struct upc_shared_memvec row = {&cells[3 * THREADS + 3 * MYTHREAD], 3, 6};
    struct upc_filevec six = {100 * MYTHREAD + 10, 6};
    upc_barrier;
    if (MYTHREAD % 2 == 0)
        CHECK_EQ(upc_all_fread_list_shared(f, 1, &row, 1, &six, 0), 6);
    else
        CHECK_EQ(upc_all_fread_list_shared(f, 0, NULL, 0, NULL, 0), 0);
    if (MYTHREAD % 2 == 0)
        for (int i = 0; i < 6; i++)
            CHECK_EQ(cells[3 * THREADS + 3 * MYTHREAD + i], "kabcde"[i]);
}

static void bad_lists(upc_file_t *f)
{
    char c[8];
    struct upc_local_memvec memory = {c, 8};
    struct upc_filevec less = {0, 7}, down[] = {{8, 4}, {0, 4}}, over[] = {{0, 5}, {4, 3}};
    CHECK(upc_all_fread_list_local(f, 1, &memory, 1, &less, 0) == -1 && errno == EINVAL);
    CHECK(upc_all_fread_list_local(f, 1, &memory, 2, down, 0) == -1 && errno == EINVAL);
    CHECK(upc_all_fwrite_list_local(f, 1, &memory, 2, over, 0) == -1 && errno == EINVAL);
    struct upc_local_memvec twice[] = {{c, 3}, {c + 4, 4}, {c + 2, 1}};
    struct upc_filevec eight = {0, 8};
    CHECK(upc_all_fread_list_local(f, 3, twice, 1, &eight, 0) == -1 && errno == EINVAL);
    CHECK_EQ(upc_all_fwrite_list_local(f, 3, twice, 1,
                                       &(struct upc_filevec){100000 + 10 * MYTHREAD, 8}, 0),
             8);
    /* Blocks of 3 from here on come round to this thread's second block, which the second entry
     * names too. */
    struct upc_shared_memvec row[] = {{&cells[3 * MYTHREAD], 3, 3 * THREADS + 1},
                                      {&cells[3 * THREADS + 3 * MYTHREAD], 0, 1}};
    struct upc_filevec all = {0, 3 * THREADS + 2};
    CHECK(upc_all_fread_list_shared(f, 2, row, 1, &all, 0) == -1 && errno == EINVAL);
    row[1].baseaddr = (shared char *)row[1].baseaddr + 1;
    upc_barrier;
    if (MYTHREAD == 0)
        CHECK(upc_all_fread_list_shared(f, 2, row, 1, &all, 0) >= 0);
    else
        CHECK_EQ(upc_all_fread_list_shared(f, 0, NULL, 0, NULL, 0), 0);
}

int main(void)
{
    char name[SCRATCH_MAX];
    scratch_name(name);
    upc_file_t *f = upc_all_fopen(name, UPC_RDWR | UPC_COMMON_FP | UPC_CREATE | UPC_TRUNC, 0, NULL);
    local_lists(f);
    CHECK_EQ(upc_all_fseek(f, 0, UPC_SEEK_CUR), 0);
    shared_lists(f);
    CHECK_EQ(upc_all_fcntl(f, UPC_SET_INDIVIDUAL_FP, NULL), 0);
    CHECK_EQ(upc_all_fseek(f, 5, UPC_SEEK_SET), 5);
    local_lists(f);
    CHECK_EQ(upc_all_fseek(f, 0, UPC_SEEK_CUR), 5);
    bad_lists(f);
    CHECK_EQ(upc_all_fclose(f), 0);
    remove(name);
    check_done();
    return 0;
}
