// Doubly linked queues of indefinite nodes with unions and strings, freed by other threads than
// allocated them.
#include <upc.h>
#include <stdio.h>
#include <stdlib.h>
#include <stddef.h>
typedef struct node node_t;
typedef shared [] node_t *node_p;
struct node {
    int value, owner;
    node_p next, prev;
    char name[12];
    union {
        long l;
        double d;
        struct {
            short a, b;
        } s;
    } u;
};
typedef shared struct queue { node_p head, tail; int length; upc_lock_t *lock; } queue_t;
queue_t q; 
shared struct queue queues[THREADS];
shared struct queue *pick(int t) { return &queues[t]; }
static void push(shared struct queue *q, int v)
{
    node_p n = upc_alloc(sizeof(node_t)), old;
    n->value = v;
    n->owner = MYTHREAD;
    n->next = NULL;
    n->u.l = 0;
    n->u.s.b = v;
    n->name[0] = 'a' + MYTHREAD;
    n->name[1] = 0;
    upc_lock(q->lock);
    old = q->tail; n->prev = old;
    if (old) old->next = n; else q->head = n;
    q->tail = n; ++q->length;
    upc_unlock(q->lock);
}
static node_p pop(shared struct queue *q)
{
    node_p n;
    upc_lock(q->lock);
    if ((n = q->head) != NULL) {
        q->head = n->next;
        if (!q->head) q->tail = 0;
        else q->head->prev = NULL;
        q->length -= 1;
    }
    upc_unlock(q->lock);
    return n;
}
#define K 20
shared int sum, got;
int main()
{
    int i, s = 0, k = 0; node_p n; node_t copy; char nm[sizeof copy.name];
    queues[MYTHREAD].lock = upc_global_lock_alloc();
    q.lock = upc_all_lock_alloc();
    upc_barrier;
    for (i = 0; i < K; i++) {
        push(pick((MYTHREAD + i) % THREADS), i * THREADS + MYTHREAD);
        push(&q, i);
    }
    upc_barrier;
    if (q.length != K * THREADS) { puts("failed q"); upc_global_exit(1); }
    for (i = 0, n = q.head; n; n = n->next) {
        if (n->next && n->next->prev != n) i = -10000;
        if (upc_threadof(n) != n->owner || n->u.s.b != n->value) i = -10000;
        copy = *n; upc_memget(nm, n->name, sizeof n->name);
        if (copy.name[0] != 'a' + copy.owner || nm[0] != copy.name[0] || copy.next != n->next)
            i = -10000;
        i++;
    }
    if (i != K * THREADS) { printf("failed walk %d\n", i); upc_global_exit(1); }
    upc_barrier;
    for (i = 0; i < THREADS; i++)
        while ((n = pop(pick((MYTHREAD + i) % THREADS)))) {
            s += n->value;
            k++;
            upc_free(n);
        }
    while ((n = pop((shared struct queue *)&q)) != 0) upc_free(n);
    upc_lock(q.lock); sum += s; got += k; upc_unlock(q.lock);
    upc_barrier;
    {
        int total = K * THREADS;
        if (sum != total * (total - 1) / 2 || got != total) {
            printf("failed %d %d\n", sum, got);
            return 1;
        }
    }
    upc_barrier;
    if (!MYTHREAD) puts("ok");
    return 0;
}
