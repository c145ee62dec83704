// static-only
// Bucket sort in the style of NAS IS: global state, counts in [THREADS][THREADS], keys behind
// indefinite pointers.
#include <upc_relaxed.h>
#include <stdio.h>
#include <stdlib.h>
#include <assert.h>
#define TOTAL_KEYS_LOG_2 12
#define MAX_KEY_LOG_2 9
#define NUM_BUCKETS_LOG_2 5
#define TOTAL_KEYS (1 << TOTAL_KEYS_LOG_2)
#define MAX_KEY (1 << MAX_KEY_LOG_2)
#define NUM_BUCKETS (1 << NUM_BUCKETS_LOG_2)
#define KEYS_PT ((TOTAL_KEYS + THREADS - 1) / THREADS)
#define SIZE_OF_BUFFERS (3 * TOTAL_KEYS)
#define TEST_ARRAY_SIZE 5
typedef int INT_TYPE;
typedef struct { INT_TYPE count; INT_TYPE displ; } send_info;
shared [] INT_TYPE *shared key_buff1_shd[THREADS];
shared[NUM_BUCKETS + TEST_ARRAY_SIZE] INT_TYPE
    bucket_size_totals_shd[THREADS][NUM_BUCKETS + TEST_ARRAY_SIZE];
shared send_info infos_shd[THREADS][THREADS];
INT_TYPE *key_array, *key_buff2, bucket_size[NUM_BUCKETS + TEST_ARRAY_SIZE],
    bucket_size_totals[NUM_BUCKETS + TEST_ARRAY_SIZE], bucket_ptrs[NUM_BUCKETS],
    process_bucket_distrib_ptr1[NUM_BUCKETS], process_bucket_distrib_ptr2[NUM_BUCKETS];
shared long checks[2];
shared [] INT_TYPE *my_shd;
shared int bounds[2 * THREADS];
shared int failed;
upc_lock_t *lk;
static unsigned long rnd(unsigned long *s)
{
    *s = *s * 6364136223846793005UL + 1442695040888963407UL;
    return *s >> 33;
}
int main(void)
{
    int i, j, k, mine = 0, shift = MAX_KEY_LOG_2 - NUM_BUCKETS_LOG_2, first = MYTHREAD * KEYS_PT;
    unsigned long seed = 314159265UL + MYTHREAD;
    long ck = 0, bsum, quota;
    INT_TYPE *buf2; int total = 0, lo, hi;
    lk = upc_all_lock_alloc();
    assert(lk != NULL);
    if (first + KEYS_PT <= TOTAL_KEYS) mine = KEYS_PT;
    else if (first < TOTAL_KEYS) mine = TOTAL_KEYS - first;
    key_buff1_shd[MYTHREAD] =
        (shared[] INT_TYPE *)upc_alloc((SIZE_OF_BUFFERS / THREADS + 16) * sizeof(INT_TYPE));
    my_shd = key_buff1_shd[MYTHREAD];
    key_array = malloc((mine + 1) * sizeof *key_array);
    for (i = 0; i < mine; i++) {
        key_array[i] = (rnd(&seed) + rnd(&seed)) / 2 % MAX_KEY;
        ck += (long)key_array[i] * key_array[i];
    }
    upc_lock(lk); checks[0] += ck; upc_unlock(lk);
    for (i = 0; i < NUM_BUCKETS + TEST_ARRAY_SIZE; i++) bucket_size[i] = 0;
    for (i = 0; i < mine; i++) bucket_size[key_array[i] >> shift]++;
    bucket_ptrs[0] = 0;
    for (i = 1; i < NUM_BUCKETS; i++) bucket_ptrs[i] = bucket_ptrs[i - 1] + bucket_size[i - 1];
    { INT_TYPE *kb = (INT_TYPE *)my_shd;
        for (i = 0; i < mine; i++) {
            INT_TYPE key = key_array[i];
            kb[bucket_ptrs[key >> shift]++] = key;
        }
    }
    upc_memput(&bucket_size_totals_shd[MYTHREAD][0], bucket_size, sizeof bucket_size);
    upc_barrier;
    for (i = 0; i < NUM_BUCKETS; i++) bucket_size_totals[i] = 0;
    for (j = 0; j < THREADS; j++) {
        INT_TYPE tmp[NUM_BUCKETS + TEST_ARRAY_SIZE];
        upc_memget(tmp, &bucket_size_totals_shd[j][0], sizeof tmp);
        for (i = 0; i < NUM_BUCKETS; i++) bucket_size_totals[i] += tmp[i];
    }
    bsum = 0; quota = KEYS_PT; j = 0; lo = 0;
    for (i = 0; i < THREADS; i++)
        process_bucket_distrib_ptr1[i % NUM_BUCKETS] =
            process_bucket_distrib_ptr2[i % NUM_BUCKETS] = -1;
    lo = hi = -1;
    { int owner = 0, b, f = 0;
      for (b = 0; b < NUM_BUCKETS; b++) {
        bsum += bucket_size_totals[b];
        if (owner == MYTHREAD) { if (!f) { lo = b; f = 1; } hi = b; }
        if (bsum >= quota * (owner + 1) && owner < THREADS - 1) owner++;
      } }
    /* what I send to everyone */
    { int owner = 0, b, pos = 0; send_info s = {0, 0}; long bs = 0;
      for (k = 0; k < THREADS; k++) infos_shd[MYTHREAD][k] = s;
      for (b = 0; b < NUM_BUCKETS; b++) {
        bs += bucket_size_totals[b];
        if (!s.count) s.displ = pos;
        s.count += bucket_size[b]; pos += bucket_size[b];
        if (bs >= quota * (owner + 1) && owner < THREADS - 1) {
            infos_shd[MYTHREAD][owner] = s;
            owner++;
            s.count = 0;
            s.displ = pos;
        }
      }
      infos_shd[MYTHREAD][owner] = s; }
    upc_barrier;
    buf2 = malloc(TOTAL_KEYS * sizeof *buf2);
    for (k = 0; k < THREADS; k++) {
        send_info s = infos_shd[k][MYTHREAD];
        if (s.count) upc_memget(buf2 + total, key_buff1_shd[k] + s.displ, s.count * sizeof *buf2);
        total += s.count;
    }
    {
        int *cnt = calloc(MAX_KEY + 1, sizeof(int)), p = 0;
        key_buff2 = malloc((total + 1) * sizeof(int));
        for (i = 0; i < total; i++) {
            if (lo < 0 || (buf2[i] >> shift) < lo || (buf2[i] >> shift) > hi) failed = 1;
            cnt[buf2[i]]++;
        }
        for (k = 0; k < MAX_KEY; k++)
            while (cnt[k]-- > 0) key_buff2[p++] = k;
        ck = 0;
        for (i = 0; i < total; i++) {
            ck += (long)key_buff2[i] * key_buff2[i];
            if (i && key_buff2[i - 1] > key_buff2[i]) failed = 2;
        }
        bounds[MYTHREAD] = total ? key_buff2[0] : -1;
        bounds[THREADS + MYTHREAD] = total ? key_buff2[total - 1] : -1;
    }
    upc_lock(lk); checks[1] += ck; upc_unlock(lk);
    upc_barrier;
    if (!MYTHREAD) {
        int last = -1;
        for (i = 0; i < THREADS; i++)
            if (bounds[i] >= 0) {
                if (bounds[i] <= last) failed = 3;
                last = bounds[THREADS + i];
            }
        if (checks[0] != checks[1]) failed = 4;
        if (failed) { printf("failed %d\n", failed); exit(1); }
        puts("ok");
    }
    upc_free(key_buff1_shd[MYTHREAD]);
    return 0;
}
