/* SPDX-License-Identifier: Apache-2.0 */
/* A file for one run of one test, with one name on all threads; cases of a test may run at once in
 * one folder. */
#ifndef SCRATCH_H
#define SCRATCH_H

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "check.h"

enum { SCRATCH_MAX = 256 };
static shared [] char scratch_box[SCRATCH_MAX];

/* Collective; `name` is of the caller. The file does not exist. */
static inline char *scratch_name(char name[SCRATCH_MAX])
{
    if (MYTHREAD == 0) {
        const char *folder = getenv("TMPDIR");
        snprintf(name, SCRATCH_MAX, "%s/upc-test-XXXXXX", folder && *folder ? folder : "/tmp");
        int fd = mkstemp(name);
        CHECK(fd >= 0);
        close(fd);
        unlink(name);
        upc_memput(scratch_box, name, SCRATCH_MAX);
    }
    upc_barrier;
    upc_memget(name, scratch_box, SCRATCH_MAX);
    upc_barrier;
    return name;
}

#endif
