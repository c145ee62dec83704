// modes: process far
// expect-sorted: thread {t}: 42
/* A process lives on while the pthreads that its UPC thread started do, and then ends by exit(0).
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <upc.h>

static int result;
shared int far[THREADS];

static void say(void) { printf("thread %d: %d\n", MYTHREAD, result); }

static void *work(void *unused)
{
    usleep(50000);
    far[(MYTHREAD + 1) % THREADS] = 41;
    result = far[(MYTHREAD + 1) % THREADS] + 1;
    return 0;
}

int main(void)
{
    pthread_t thread;
    atexit(say);
    if (pthread_create(&thread, 0, work, 0) != 0)
        return 1;
    pthread_detach(thread);
    pthread_exit(0);
}
