// conformance: LANG-6.5.1.1-S3 ENV-3.4.2-S1
// Private statics whose initial value is a shared address.
#include "check.h"

shared int scalar;
shared [3] int blocked[9 * THREADS];
shared double cyclic[4 * THREADS];

shared int *to_scalar = &scalar;
static shared [3] int *to_element = &blocked[4];
static shared double *to_array = cyclic;
shared void *generic = &blocked[2];
static struct { int n; shared [3] int *p; } member = {1, blocked + 5};
static shared double *several[] = {cyclic, &cyclic[1], cyclic + 2, 0};
static shared [] int *null_pointer = NULL;

int main(void)
{
    static shared int *function_scope = &scalar;
    CHECK(to_scalar == &scalar && function_scope == &scalar);
    CHECK(to_element == blocked + 4 && upc_phaseof(to_element) == 1);
    CHECK_EQ(upc_threadof(to_element), 1 % THREADS);
    CHECK(to_array == &cyclic[0]);
    CHECK(generic == (shared void *)&blocked[2] && upc_phaseof(generic) == 2);
    CHECK(member.n == 1 && member.p - blocked == 5);
    CHECK(several[1] - several[0] == 1 && several[2] == &cyclic[2] && !several[3]);
    CHECK(null_pointer == NULL);
    to_element += MYTHREAD;
    upc_barrier;
    CHECK_EQ(to_element - blocked, 4 + MYTHREAD);
    check_done();
    return 0;
}
