// conformance: IO-7.8.3.5-S1 IO-7.8.3.6-S1 IO-7.8.3.7-S1 IO-7.8.3.8-S1 IO-7.8.3.8-S2 IO-7.8.3.8-S3
// Sizes and modes of an open file.
#include "scratch.h"
#include <errno.h>
#include <string.h>
#include <upc_io.h>

static void sizes(upc_file_t *f)
{
    char c = 'x', got[3] = "";
    CHECK_EQ(upc_all_fseek(f, MYTHREAD, UPC_SEEK_SET), MYTHREAD);
    CHECK_EQ(upc_all_fwrite_local(f, &c, 1, 1, 0), 1);
    CHECK_EQ(upc_all_fget_size(f), THREADS);
    CHECK_EQ(upc_all_fset_size(f, 5000), 0);
    CHECK_EQ(upc_all_fget_size(f), 5000);
    CHECK_EQ(upc_all_fpreallocate(f, 4000), 0);
    CHECK_EQ(upc_all_fget_size(f), 5000);
    CHECK_EQ(upc_all_fpreallocate(f, 9000), 0);
    CHECK_EQ(upc_all_fget_size(f), 9000);
    CHECK_EQ(upc_all_fset_size(f, 1), 0);
    CHECK_EQ(upc_all_fget_size(f), 1);
    CHECK_EQ(upc_all_fseek(f, 0, UPC_SEEK_CUR), MYTHREAD + 1); /* past the end now */
    CHECK_EQ(upc_all_fseek(f, -1, UPC_SEEK_END), 0);
    CHECK_EQ(upc_all_fread_local(f, got, 1, 2, 0), 1);
    CHECK_EQ(got[0], 'x');
}

static void hints(upc_file_t *f)
{
    const upc_hint_t *all = NULL;
    CHECK_EQ(upc_all_fcntl(f, UPC_GET_HINTS, &all), 1);
    CHECK(strcmp(all[0].key, "striping_unit") == 0 && strcmp(all[0].value, "4096") == 0);
    upc_hint_t more = {"cb_nodes", "2"}, other = {"striping_unit", "65536"};
    CHECK_EQ(upc_all_fcntl(f, UPC_SET_HINT, &more), 0);
    CHECK_EQ(upc_all_fcntl(f, UPC_SET_HINT, &other), 0);
    CHECK_EQ(upc_all_fcntl(f, UPC_GET_HINTS, &all), 2);
    CHECK(strcmp(all[0].value, "65536") == 0 && strcmp(all[1].key, "cb_nodes") == 0);
}

int main(void)
{
    upc_hint_t hint = {"striping_unit", "4096"};
    char first[SCRATCH_MAX], other[SCRATCH_MAX + 2];
    scratch_name(first);
    snprintf(other, sizeof other, "/.%s", first);
    const char *name = MYTHREAD % 2 ? other : first, *kept = NULL;
    int flags = UPC_RDWR | UPC_INDIVIDUAL_FP | UPC_CREATE | UPC_TRUNC | UPC_DELETE_ON_CLOSE;
    upc_file_t *f = upc_all_fopen(name, flags, 1, &hint);
    CHECK(f != NULL);
    sizes(f);
    hints(f);
    CHECK_EQ(upc_all_fcntl(f, UPC_GET_FN, &kept), 0);
    CHECK(strcmp(kept, name) == 0);
    CHECK_EQ(upc_all_fcntl(f, UPC_GET_FL, NULL), flags);
    CHECK_EQ(upc_all_fcntl(f, UPC_GET_FP, NULL), UPC_INDIVIDUAL_FP);
    CHECK_EQ(upc_all_fcntl(f, UPC_GET_CA_SEMANTICS, NULL), 0);
    CHECK_EQ(upc_all_fcntl(f, UPC_SET_STRONG_CA_SEMANTICS, NULL), 0);
    CHECK_EQ(upc_all_fcntl(f, UPC_GET_CA_SEMANTICS, NULL), UPC_STRONG_CA);
    CHECK_EQ(upc_all_fcntl(f, UPC_GET_FL, NULL), flags | UPC_STRONG_CA);
    CHECK_EQ(upc_all_fcntl(f, UPC_SET_WEAK_CA_SEMANTICS, NULL), 0);
    CHECK_EQ(upc_all_fcntl(f, UPC_GET_CA_SEMANTICS, NULL), 0);
    CHECK_EQ(upc_all_fseek(f, 77, UPC_SEEK_SET), 77);
    CHECK_EQ(upc_all_fcntl(f, UPC_SET_COMMON_FP, NULL), 0);
    CHECK_EQ(upc_all_fseek(f, 0, UPC_SEEK_CUR), 0);
    CHECK_EQ(upc_all_fcntl(f, UPC_GET_FP, NULL), UPC_COMMON_FP);
    CHECK_EQ(upc_all_fcntl(f, UPC_SET_INDIVIDUAL_FP, NULL), 0);
    CHECK_EQ(upc_all_fcntl(f, UPC_GET_FP, NULL), UPC_INDIVIDUAL_FP);
    CHECK_EQ(upc_all_fcntl(f, UPC_ASYNC_OUTSTANDING, NULL), 0);
    CHECK_EQ(upc_all_fcntl(f, 999, NULL), -1);
    CHECK_EQ(upc_all_fclose(f), 0);
    errno = 0;
    CHECK(upc_all_fcntl(f, UPC_GET_FL, NULL) == -1 && errno == EBADF);
    CHECK_EQ(upc_all_fcntl(f, UPC_ASYNC_OUTSTANDING, NULL), -1);
    CHECK_EQ(upc_all_fsync(f), -1);
    check_done();
    return 0;
}
