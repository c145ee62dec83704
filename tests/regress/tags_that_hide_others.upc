// A block's tag hides one of the file; what is generated in the block speaks of both types.
#include "check.h"

struct s { int a; };
enum e { FIRST = 1 };
shared struct s g[THREADS];

static struct s make(int x)
{
    struct s r = {x};
    return r;
}

static int inner(void)
{
    g[MYTHREAD] = make(5);
    {
        struct s { double b[3]; } y = {{1.5, 2, 3}}, *q = &y, copy = *q;
        enum e { SECOND = 2 };
        enum e kind = SECOND;
        g[MYTHREAD] = make(7);
        int assigned = (g[MYTHREAD] = g[MYTHREAD]).a;
        CHECK_EQ(sizeof(struct s), 3 * sizeof(double));
        CHECK_EQ((int)((struct s){{4}}).b[0] + (int)copy.b[1], 6);
        return g[MYTHREAD].a + assigned + (int)kind;
    }
}

int main(void)
{
    struct s;
    struct s { long l; } local = {3};
    CHECK_EQ(inner() + (int)local.l, 19);
    CHECK_EQ(sizeof g[0], sizeof(int));
    upc_barrier;
    check_done();
    return 0;
}
