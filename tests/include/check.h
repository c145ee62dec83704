/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the test programs: comparisons that name the difference and end the whole job, and the
 * last line. */
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>
#include <stdlib.h>
#include <upc.h>

static inline void check_failed(const char *file, int line, const char *what, long got, long want)
{
    fprintf(stderr, "%s:%d: thread %d of %d: %s is %ld, expected %ld\n", file, line, MYTHREAD,
            THREADS, what, got, want);
    upc_global_exit(1);
}

/* Both sides as long. */
#define CHECK_EQ(got, want)                                               \
    do {                                                                  \
        long got_ = (long)(got), want_ = (long)(want);                    \
        if (got_ != want_)                                                \
            check_failed(__FILE__, __LINE__, #got, got_, want_);          \
    } while (0)

/* Variadic, so that the condition may have commas of compound literals. */
#define CHECK(...)                                                        \
    do {                                                                  \
        if (!(__VA_ARGS__))                                               \
            check_failed(__FILE__, __LINE__, #__VA_ARGS__, 0, 1);         \
    } while (0)

/* Collective: all threads got here, and thread 0 says so. */
static inline void check_done(void)
{
    upc_barrier;
    if (MYTHREAD == 0)
        puts("ok");
}

#endif
