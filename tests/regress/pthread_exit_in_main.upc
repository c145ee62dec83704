// conformance: ENV-5.1.2.2-S1
// expect-sorted: thread {t}: cleanup, key, handler
/* pthread_exit in main ends the UPC thread as in C: handlers of pthread_cleanup_push, destructors
 * of its specific data, handlers of atexit, status 0; the others go on. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <upc_strict.h>

static char said[100];
static pthread_key_t key;
shared int ready[THREADS];

static void handler(void) { printf("thread %d: %s, handler\n", MYTHREAD, said); }
static void cleanup(void *unused) { strcat(said, "cleanup"); }
static void destroy(void *unused) { strcat(said, ", key"); }

int main(void)
{
    atexit(handler);
    pthread_key_create(&key, destroy);
    pthread_setspecific(key, &key);
    if (MYTHREAD == THREADS - 1) /* the last one to come to its end is not the first to leave main
                                  */
        while (ready[(MYTHREAD + 1) % THREADS] == 0 && THREADS > 1)
            ;
    ready[MYTHREAD] = 1;
    pthread_cleanup_push(cleanup, 0);
    pthread_exit(&key);
    pthread_cleanup_pop(0);
    return 3;
}
