// GNU C: structures without members and arrays of length 0 as shared objects.
#include "check.h"

struct empty {};
struct tail { int n; int v[0]; };
shared struct empty a[THREADS];
shared int rows[THREADS][0];
shared struct tail s[THREADS];

int main(void)
{
    shared struct empty *p = &a[0], *q = &a[MYTHREAD];
    struct empty copy = *q;
    a[MYTHREAD] = copy;
    p++;
    CHECK(upc_threadof(q) == MYTHREAD && upc_threadof(p) == 1 % THREADS && sizeof *p == 0);
    shared [] int *end = s[MYTHREAD].v;
    CHECK(upc_addrfield(end) == upc_addrfield(&s[MYTHREAD]) + sizeof(int) && sizeof rows[0] == 0);
    s[MYTHREAD].n = MYTHREAD;
    CHECK_EQ(s[MYTHREAD].n, MYTHREAD);
    check_done();
    return 0;
}
