// conformance: CAST-7.7-S1 CAST-7.7.2.1-S4 CAST-7.7.2.2-S2 CAST-7.7.2.2-S3
#include "check.h"
#include <upc_castable.h>

#if __UPC_CASTABLE__ != 1
#error __UPC_CASTABLE__
#endif
#define REGIONS \
    (UPC_CASTABLE_ALL_ALLOC | UPC_CASTABLE_GLOBAL_ALLOC | UPC_CASTABLE_ALLOC | UPC_CASTABLE_STATIC)
#if (UPC_CASTABLE_ALL & REGIONS) != REGIONS
#error UPC_CASTABLE_ALL
#endif

typedef shared [] int *list_t;
shared int fixed[THREADS];
shared list_t own[THREADS], global[THREADS];

/* What a set bit promises, and that a cast that worked works again and for the neighbouring bytes.
 */
static void check_region(int bit, int t, shared [] int *p)
{
    upc_thread_info_t info = upc_thread_info(t);
    int *local = upc_cast(p);
    if (info.guaranteedCastable & bit)
        CHECK(local != NULL);
    if (t == MYTHREAD)
        CHECK(local == (int *)p);
    for (int i = 0; local && i < 3; i++) {
        CHECK(upc_cast(p) == local);
        CHECK(upc_cast((shared [] char *)p + 3) == (char *)local + 3);
    }
    if (local)
        CHECK_EQ(*local, *p);
}

int main(void)
{
    int bits[] = {UPC_CASTABLE_ALL_ALLOC, UPC_CASTABLE_GLOBAL_ALLOC, UPC_CASTABLE_ALLOC,
                  UPC_CASTABLE_STATIC};
    for (int i = 0, seen = 0; i < 4; i++) {
        CHECK(bits[i] != 0 && (seen & bits[i]) == 0);
        seen |= bits[i];
    }
    shared int *all = (shared int *)upc_all_alloc(THREADS, sizeof(int));
    own[MYTHREAD] = (list_t)upc_alloc(sizeof(int));
    global[MYTHREAD] = (list_t)upc_global_alloc(1, sizeof(int));
    all[MYTHREAD] = *own[MYTHREAD] = fixed[MYTHREAD] = MYTHREAD;
    *global[MYTHREAD] = 50;
    upc_barrier;
    for (int t = 0; t < THREADS; t++) {
        check_region(UPC_CASTABLE_ALL_ALLOC, t, (list_t)&all[t]);
        check_region(UPC_CASTABLE_ALLOC, t, own[t]);
        check_region(UPC_CASTABLE_STATIC, t, (list_t)&fixed[t]);
        check_region(UPC_CASTABLE_GLOBAL_ALLOC, 0, global[t]);
    }
    check_done();
    return 0;
}
