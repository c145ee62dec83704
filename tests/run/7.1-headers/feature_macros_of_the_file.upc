// A feature macro defined in the file itself takes effect, though upc.h is included beforehand;
// names of the C library that have state stay its own, also where UPC threads share a process.
// libs: -lm
#define _GNU_SOURCE
#define _FILE_OFFSET_BITS 64
#include "check.h"
#include <errno.h>
#include <math.h>
#include <sched.h>
#include <string.h>
#include <unistd.h>

shared int x[THREADS];
extern char **environ;

static void gnu_functions(void)
{
    cpu_set_t set;
    char *text;
    CPU_ZERO(&set);
    CHECK_EQ(sched_getaffinity(0, sizeof set, &set), 0);
    x[MYTHREAD] = CPU_COUNT(&set);
    CHECK(x[MYTHREAD] > 0);
    CHECK_EQ(asprintf(&text, "%d", x[MYTHREAD]), (int)strlen(text));
    free(text);
    CHECK(!strcmp(basename("/a/b"), "b"));
}

static void objects_of_the_library(void)
{
    errno = MYTHREAD + 100;
    upc_barrier;
    CHECK_EQ(errno, MYTHREAD + 100);
    CHECK(environ && environ[0]);
    CHECK(strstr(program_invocation_name, program_invocation_short_name));
    CHECK(stdin && stdout && stderr && optind == 1);
    CHECK(lgamma(-0.5) > 1 && signgam == -1);
}

int main(void)
{
    gnu_functions();
    objects_of_the_library();
    check_done();
    return 0;
}
