// conformance: CORE-7.2-S1
#include "check.h"
#undef upc_alloc
#undef upc_threadof
#undef upc_memset

static shared void *(*allocate)(size_t) = upc_alloc;
static void (*release)(shared void *) = upc_free;
static size_t (*owner)(shared void *) = upc_threadof;
static void (*set)(shared void *, int, size_t) = upc_memset;
static void (*end)(int) = upc_global_exit;

int main(void)
{
    shared [] char *p = (*allocate)(10);
    CHECK_EQ(owner(p), MYTHREAD);
    CHECK_EQ(upc_threadof(p), MYTHREAD);
    set(p, 'a', 10);
    CHECK_EQ(p[9], 'a');
    release(p);
    CHECK(end != NULL);
    check_done();
    return 0;
}
