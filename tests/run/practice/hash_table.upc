// A distributed hash table: chained entries in a pool, one lock a bucket.
#include <upc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#define BUCKETS_PER 16
#define NBUCKETS (BUCKETS_PER * THREADS)
typedef struct { char key[16]; int count; int64_t next; } entry_t;
typedef struct { int64_t head; } bucket_t;
typedef struct {
    shared bucket_t *buckets;
    shared entry_t *pool;
    long cap;
    upc_lock_t *shared *locks;
} table_t;
shared int64_t pos_;
upc_lock_t *plock;
static int64_t reserve(void)
{
    int64_t r;
    upc_lock(plock);
    r = pos_++;
    upc_unlock(plock);
    return r;
}
static uint64_t hash(const char *s)
{
    uint64_t h = 5381;
    while (*s) h = h * 33 + (unsigned char)*s++;
    return h;
}
static table_t *create(long cap)
{
    table_t *t = malloc(sizeof *t); long i;
    t->buckets = upc_all_alloc(NBUCKETS, sizeof(bucket_t));
    t->pool = upc_all_alloc(cap, sizeof(entry_t)); t->cap = cap;
    t->locks = (upc_lock_t *shared *)upc_all_alloc(NBUCKETS, sizeof(upc_lock_t *));
    upc_forall (i = 0; i < NBUCKETS; i++; &t->locks[i]) {
        t->locks[i] = upc_global_lock_alloc();
        t->buckets[i].head = -1;
    }
    upc_barrier;
    return t;
}
static int add(table_t *t, const char *key)
{
    uint64_t b = hash(key) % NBUCKETS; int64_t e; int c;
    upc_lock(t->locks[b]);
    for (e = t->buckets[b].head; e != -1; e = t->pool[e].next) {
        char k[16]; upc_memget(k, t->pool[e].key, sizeof k);
        if (!strcmp(k, key)) break;
    }
    if (e == -1) {
        entry_t n; e = reserve(); memset(&n, 0, sizeof n); strcpy(n.key, key);
        n.next = t->buckets[b].head; t->pool[e] = n; t->buckets[b].head = e;
    }
    c = ++t->pool[e].count;
    upc_unlock(t->locks[b]);
    return c;
}
static int find(table_t *t, const char *key)
{
    entry_t e; int64_t i;
    for (i = t->buckets[hash(key) % NBUCKETS].head; i >= 0; i = e.next) {
        e = t->pool[i];
        if (!strcmp(e.key, key)) return e.count;
    }
    return 0;
}
int main(int argc, char **argv)
{
    table_t *t = create(64); int i; char k[16]; long len = 0, b;
    plock = upc_all_lock_alloc();
    for (i = 0; i < 60; i++) { sprintf(k, "word%d", (i * 7 + MYTHREAD) % 30); add(t, k); }
    upc_barrier;
    for (i = 0; i < 30; i++) {
        sprintf(k, "word%d", i);
        if (find(t, k) != 2 * THREADS) {
            printf("failed %s %d\n", k, find(t, k));
            upc_global_exit(1);
        }
    }
    for (b = 0; b < NBUCKETS; b++)
        for (int64_t e = t->buckets[b].head; e + 1; e = (*(t->pool + e)).next) len++;
    if (len != 30 || pos_ != 30) { printf("failed %ld\n", len); return 1; }
    upc_barrier;
    upc_forall (b = 0; b < NBUCKETS; b++; &t->locks[b]) upc_lock_free(t->locks[b]);
    upc_all_free(t->locks); upc_all_free(t->pool); upc_all_free(t->buckets);
    if (!MYTHREAD) printf("ok\n");
    return 0;
}
