// A program's own pthreads see their UPC thread's MYTHREAD and shared data.
// modes: process far
// cflags: -pthread
// libs: -lpthread
#include "check.h"
#include <pthread.h>

shared int x[THREADS];

static void *work(void *argument)
{
    return (void *)(long)(MYTHREAD + *(int *)argument + (upc_threadof(&x[MYTHREAD]) == MYTHREAD));
}

int main(void)
{
    pthread_t helper;
    int ten = 10;
    void *result;
    CHECK_EQ(pthread_create(&helper, NULL, work, &ten), 0);
    pthread_join(helper, &result);
    CHECK_EQ((long)result, MYTHREAD + 11);
    check_done();
    return 0;
}
