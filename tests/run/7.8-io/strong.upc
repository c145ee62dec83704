// conformance: IO-7.8.1.3-S1
// Strong consistency: whole calls are atomic to each other, and a write is seen at once.
#include "scratch.h"
#include <upc_io.h>

enum { PARTS = 50, ROUNDS = 4 };

/* Every thread writes the same parts of the file with one call: all are then of one thread. */
static void overlapping(upc_file_t *f, int round)
{
    char mark = 'a' + (MYTHREAD + round) % 20, seen[PARTS];
    struct upc_local_memvec memory[PARTS];
    struct upc_filevec where[PARTS];
    for (int i = 0; i < PARTS; i++) {
        memory[i] = (struct upc_local_memvec){&mark, 1};
        where[i] = (struct upc_filevec){10 * i, 1};
    }
    CHECK_EQ(
        upc_all_fwrite_list_local(f, PARTS, memory, PARTS, where, UPC_IN_NOSYNC | UPC_OUT_NOSYNC),
        PARTS);
    for (int i = 0; i < PARTS; i++)
        memory[i].baseaddr = &seen[i];
    CHECK_EQ(upc_all_fread_list_local(f, PARTS, memory, PARTS, where, 0), PARTS);
    for (int i = 1; i < PARTS; i++)
        CHECK_EQ(seen[i], seen[0]);
}

int main(void)
{
    char name[SCRATCH_MAX];
    scratch_name(name);
    upc_file_t *f = upc_all_fopen(name,
                                  UPC_RDWR | UPC_INDIVIDUAL_FP | UPC_CREATE | UPC_TRUNC |
                                      UPC_STRONG_CA | UPC_DELETE_ON_CLOSE,
                                  0, NULL);
    CHECK(f != NULL);
    for (int round = 0; round < ROUNDS; round++)
        overlapping(f, round);
    int mine = MYTHREAD, got;
    CHECK_EQ(upc_all_fseek(f, MYTHREAD * sizeof(int), UPC_SEEK_SET), MYTHREAD * sizeof(int));
    CHECK_EQ(upc_all_fwrite_local(f, &mine, sizeof mine, 1, 0), sizeof mine);
    int right = (MYTHREAD + 1) % THREADS;
    CHECK_EQ(upc_all_fseek(f, right * sizeof(int), UPC_SEEK_SET), right * sizeof(int));
    CHECK_EQ(upc_all_fread_local(f, &got, sizeof got, 1, 0), sizeof got);
    CHECK_EQ(got, right);
    CHECK_EQ(upc_all_fclose(f), 0);
    check_done();
    return 0;
}
