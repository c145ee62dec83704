// conformance: ENV-5.1.2.2-S3
// threads: 1 2 3 4 7
// expect-sorted: thread {t} of {threads}: 5 4 3 registered-inside 2 1 status 20
// status: 20
// stderr: destructor
/* Functions that a thread registers by atexit and on_exit run as that thread, the last first; exit
 * in a handler continues with the rest. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <upc.h>

static int mine;            /* of each thread */
static char said[200];
static char large[20000];   /* not thread-local: in the block of large private statics */
shared int at[THREADS];
static shared int ended;

static void say(const char *what)
{
    if (mine != 100 + MYTHREAD || large[19999] != 1 + MYTHREAD % 7)
        strcat(said, " wrong");
    strcat(said, what);
}

static void first(void)
{
    say(" 1 status 20");
    at[MYTHREAD] = MYTHREAD + 1;
    upc_barrier 77; /* the thread has not ended yet */
    if (at[(MYTHREAD + 1) % THREADS] != (MYTHREAD + 1) % THREADS + 1)
        say(" late");
    printf("thread %d of %d:%s\n", MYTHREAD, THREADS, said);
}

static void second(void) { say(" 2"); }
static void inside(void) { say(" registered-inside"); }

static void third(int status, void *argument)
{
    say(status == 10 && argument == &mine ? " 3" : " 3?");
    atexit(inside);
    exit(20);
}

static void fourth(void) { say(" 4"); }
static void fifth(int status, void *argument)
{
    say(status == 10 && *(int *)argument == 5 ? " 5" : " 5?");
}

__attribute__((destructor)) static void once_a_process(void)
{
    static const char text[] = "destructor\n";
    if (write(2, text, sizeof text - 1) < 0)
        abort();
}

static void leave(int depth)
{
    if (depth > 0)
        leave(depth - 1);
    exit(10);
}

int main(void)
{
    static int five = 5;
    mine = 100 + MYTHREAD;
    large[19999] = 1 + MYTHREAD % 7;
    atexit(first);
    atexit(second);
    on_exit(third, &mine);
    atexit(fourth);
    on_exit(fifth, &five);
    if (MYTHREAD % 2 == 0)
        leave(3);
    return 10;
}
