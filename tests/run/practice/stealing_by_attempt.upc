// args: -n 37 -v
// Work stealing by upc_lock_attempt; options parsed in every thread.
#include <upc.h>
#include <upc_tick.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <inttypes.h>
#ifdef __BERKELEY_UPC__
#include <bupc_extensions.h>
#define TICKS() bupc_ticks_now()
#elif defined(__UPC_TICK__)
#define TICKS() upc_ticks_now()
#else
#define TICKS() 0
#endif
#ifdef __UPC_VERSION__
#if __UPC_VERSION__ < 200505L
#error old
#endif
#endif
#define MAXT 256
struct job { int lo, hi; };
struct work { upc_lock_t *lock; int n; struct job job[MAXT]; };
shared struct work w[THREADS];
shared long done_count; shared double results[THREADS]; upc_lock_t *total_lock;
static int n = 5, verbose;
static int grab(int t, struct job *j, int try)
{
    int got = 0; upc_lock_t *l = w[t].lock;
    if (try) { if (!upc_lock_attempt(l)) return -1; } else upc_lock(l);
    if (w[t].n > 0) { *j = w[t].job[--w[t].n]; got = 1; }
    upc_unlock(l);
    return got;
}
int main(int argc, char **argv)
{
    int c, i; double sum = 0; long mine = 0; struct job j;
    while ((c = getopt(argc, argv, "n:v")) != EOF) switch (c) {
        case 'n': n = atoi(optarg); break;
        case 'v': verbose++; break;
        default: upc_global_exit(9);
        }
    if (n != 37 || verbose != 1 || optind != argc) { printf("failed args\n"); upc_global_exit(2); }
    upc_tick_t t0 = TICKS();
    w[MYTHREAD].lock = upc_global_lock_alloc();
    total_lock = upc_all_lock_alloc();
    if (MYTHREAD == 0)
        for (i = 0; i < n; i++) {
            struct job q = {i * 10, i * 10 + 10};
            w[0].job[w[0].n] = q;
            w[0].n += 1;
        }
    upc_barrier 4;
    for (;;) {
        int got = grab(MYTHREAD, &j, 0), t;
        for (t = 0; t < THREADS && got != 1; t++)
            while ((got = grab((MYTHREAD + t) % THREADS, &j, 1)) < 0)
                ;
        if (got != 1) break;
        for (i = j.lo; i < j.hi; i++) sum += i;
        mine++;
    }
    results[MYTHREAD] = sum;
    upc_lock(total_lock); done_count += mine; upc_unlock(total_lock);
    upc_barrier 5;
    for (sum = 0, i = 0; i < THREADS; i++) sum += results[i];
    if (done_count != n || sum != 370 * 369 / 2) {
        printf("failed %ld %g\n", (long)done_count, sum);
        return 3;
    }
    if (upc_ticks_to_ns(TICKS() - t0) == 0) return 4;
    upc_barrier;
    if (!MYTHREAD) puts("ok");
    return 0;
}
