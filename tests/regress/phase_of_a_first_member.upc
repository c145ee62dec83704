// The address of a member has no phase, the first member's neither, whatever the phase of its
// structure (6.4.4p1).
#include "check.h"

struct pair { int a; int b[2]; };
typedef shared [5] struct pair *blocked;
shared [5] struct pair x[5 * THREADS];
static shared void *parameter;

static blocked same(blocked p) { return p; }
static size_t phase(shared void *p) { return upc_phaseof(p); }

int main(void)
{
    blocked p = &x[3];
    int i = 3;
    CHECK_EQ(upc_phaseof(p), 3);
    CHECK(upc_phaseof(&p->a) == 0 && upc_phaseof(p->b) == 0 && upc_phaseof(&p->b[1]) == 0);
    CHECK(upc_phaseof(&same(p)->a) == 0 && phase(&(*p).a) == 0 && phase(&x[i].a) == 0 &&
          phase(&p[-1].a) == 0);
    parameter = &p->a;
    CHECK_EQ(upc_phaseof(parameter), 0);
    shared [5] int *q = (shared [5] int *)(shared void *)&p->a;
    CHECK_EQ(upc_phaseof(q), 0);
    parameter = p;
    CHECK_EQ(upc_phaseof(parameter), 3);
    check_done();
    return 0;
}
