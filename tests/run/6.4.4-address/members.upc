// conformance: LANG-6.4.4-S1 LANG-6.4.4-S2
// The address of a member is indefinite: it stays on its thread.
#include "check.h"

struct point { char tag; double v[3]; struct { short s[4]; } in; };
shared struct point p;
shared [3] struct point a[6 * THREADS];

int main(void)
{
    shared [] double *d = p.v;
    shared [] short *s = &p.in.s[1];
    if (MYTHREAD == 0) {
        d[2] = 2.5;
        s[2] = 7;
    }
    upc_barrier;
    CHECK(p.v[2] == 2.5);
    CHECK_EQ(p.in.s[3], 7);
    CHECK_EQ(_Generic(&p.tag, shared [] char *: 1, default: 0), 1);

    for (int i = 0; i < 6 * THREADS; i++) {
        shared [] double *v = &a[i].v[0];
        CHECK_EQ(upc_threadof(v), upc_threadof(&a[i]));
        CHECK_EQ(upc_threadof(v + 2), upc_threadof(&a[i]));
        if (upc_threadof(v) == MYTHREAD) {
            v[1] = i;
            *++v = i + 0.25;
            a[i].in.s[0] = i;
        }
    }
    upc_barrier;
    for (int i = 0; i < 6 * THREADS; i++) {
        CHECK(a[i].v[1] == i + 0.25);
        CHECK_EQ(a[i].in.s[0], i);
    }
    check_done();
    return 0;
}
