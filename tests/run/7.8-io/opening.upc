// conformance: IO-7.8.3.1-S1 IO-7.8.3.1-S2 IO-7.8.3.1-S3 IO-7.8.3.1-U1 IO-7.8.3.2-S1 IO-7.8-S8
// Flags of fopen, its errors on all threads, hints, fclose.
#include "scratch.h"
#include <errno.h>
#include <string.h>
#include <unistd.h>
#include <upc_io.h>

static char name[SCRATCH_MAX], none[SCRATCH_MAX], longer[SCRATCH_MAX + 2];
static const int flags[] = {UPC_RDONLY,    UPC_WRONLY, UPC_RDWR,           UPC_INDIVIDUAL_FP,
                            UPC_COMMON_FP, UPC_APPEND, UPC_CREATE,         UPC_EXCL,
                            UPC_STRONG_CA, UPC_TRUNC,  UPC_DELETE_ON_CLOSE};

static void refused(const char *file, int how, int error)
{
    errno = 0;
    CHECK(upc_all_fopen(file, how, 0, NULL) == NULL);
    CHECK_EQ(errno, error);
    CHECK(strlen(strerror(errno)) > 0);
}

static void errors(void)
{
    refused(none, UPC_RDONLY | UPC_INDIVIDUAL_FP, ENOENT);
    refused(none, UPC_CREATE | UPC_INDIVIDUAL_FP, EINVAL);
    refused(none, UPC_CREATE | UPC_RDWR, EINVAL);
    refused(none, UPC_CREATE | UPC_RDWR | UPC_RDONLY | UPC_COMMON_FP, EINVAL);
    refused(none, UPC_CREATE | UPC_RDWR | UPC_INDIVIDUAL_FP | UPC_COMMON_FP, EINVAL);
    refused(none, UPC_EXCL | UPC_RDWR | UPC_COMMON_FP, EINVAL);
    refused(MYTHREAD == THREADS - 1 ? NULL : name, UPC_RDWR | UPC_COMMON_FP, EINVAL);
    refused(name, UPC_RDWR | UPC_COMMON_FP | UPC_CREATE | UPC_EXCL, EEXIST);
    CHECK(access(none, F_OK) != 0);
}

static upc_file_t *open_it(int how)
{
    upc_file_t *f = upc_all_fopen(name, how, 0, NULL);
    CHECK(f != NULL);
    return f;
}

int main(void)
{
    int sum = 0;
    scratch_name(name);
    scratch_name(none);
    snprintf(longer, sizeof longer, "/.%s", name);
    for (int i = 0; i < sizeof flags / sizeof *flags; i++) {
        CHECK(flags[i] && !(sum & flags[i]));
        sum |= flags[i];
    }
    char key[] = "file_perm", value[] = "640", odd[] = "nobody_knows_it";
    struct upc_hint *hints = malloc(2 * sizeof *hints);
    hints[0] = (struct upc_hint){key, value};
    hints[1] = (struct upc_hint){odd, odd};
    upc_file_t *f =
        upc_all_fopen(name, UPC_WRONLY | UPC_INDIVIDUAL_FP | UPC_CREATE | UPC_EXCL, 2, hints);
    CHECK(f != NULL);
    memset(key, 'x', 9);
    free(hints);
    char c = 'c';
    CHECK_EQ(upc_all_fread_local(f, &c, 1, 1, 0), -1);
    CHECK_EQ(errno, EBADF);
    CHECK_EQ(upc_all_fseek(f, MYTHREAD, UPC_SEEK_SET), MYTHREAD);
    CHECK_EQ(upc_all_fwrite_local(f, &c, 1, 1, 0), 1);
    refused(name, UPC_RDWR | UPC_COMMON_FP, EBUSY); /* open already */
    CHECK_EQ(upc_all_fclose(f), 0);
    errno = 0;
    CHECK(upc_all_fclose(f) == -1 && errno == EBADF);
    upc_barrier;
    errors();

    /* APPEND is a first position only. */
    f = open_it(UPC_RDWR | UPC_INDIVIDUAL_FP | UPC_APPEND);
    CHECK_EQ(upc_all_fseek(f, 0, UPC_SEEK_CUR), THREADS);
    CHECK_EQ(upc_all_fseek(f, 0, UPC_SEEK_SET), 0);
    CHECK_EQ(upc_all_fwrite_local(f, &c, 1, 1, 0), 1);
    CHECK_EQ(upc_all_fget_size(f), THREADS);
    CHECK_EQ(upc_all_fclose(f), 0);

    f = open_it(UPC_RDONLY | UPC_INDIVIDUAL_FP);
    CHECK_EQ(upc_all_fwrite_local(f, &c, 1, 1, 0), -1);
    CHECK_EQ(upc_all_fclose(f), 0);

    /* Names may differ in spelling. */
    f = upc_all_fopen(MYTHREAD % 2 ? longer : name,
                      UPC_RDWR | UPC_TRUNC | UPC_COMMON_FP | UPC_DELETE_ON_CLOSE, 0, NULL);
    CHECK(f != NULL);
    CHECK_EQ(upc_all_fget_size(f), 0);
    CHECK_EQ(upc_all_fclose(f), 0);
    CHECK(access(name, F_OK) != 0);
    check_done();
    return 0;
}
