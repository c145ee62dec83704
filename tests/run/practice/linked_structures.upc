// A distributed linked list built under a lock, walked by every thread.
#include "check.h"

typedef struct node node_t;
struct node { shared node_t *next; int value; };

shared node_t *shared head;
upc_lock_t *lock;

int main(void)
{
    lock = upc_all_lock_alloc();
    for (int i = 0; i < 10; i++) {
        shared node_t *n = upc_alloc(sizeof(node_t));
        n->value = 10 * MYTHREAD + i;
        upc_lock(lock);
        n->next = head;
        head = n;
        upc_unlock(lock);
    }
    upc_barrier;
    long sum = 0, count = 0;
    for (shared node_t *n = head; n != NULL; n = n->next) {
        sum += n->value;
        count++;
    }
    CHECK_EQ(count, 10 * THREADS);
    CHECK_EQ(sum, 10 * 10 * THREADS * (THREADS - 1) / 2 + 45 * THREADS);
    check_done();
    return 0;
}
