// An assertion about a subscript comes before the access: no pass reads the element before the loop
// that asserts.
// threads: 2
// modes: process far nodes
// unchecked
// status: nonzero
// stderr: Assertion
// expect-nothing
#include <assert.h>
#include <upc_relaxed.h>
enum { N = 4096 };
long subscript[N];
shared[] long *shared where;
static long sum(shared[] long *p, int n)
{
    long s = 0;
    for (int i = 0; i < n; i++) {
        assert(subscript[i] < N);
        s += p[subscript[i]];
    }
    return s;
}
int main(void)
{
    if (MYTHREAD == 1)
        where = (shared[] long *)upc_alloc(N * sizeof(long));
    for (int i = 0; i < N; i++)
        subscript[i] = i * 7l % N;
    subscript[N - 1] = 1l << 28; /* no object */
    upc_barrier;
    if (MYTHREAD == 0)
        return (int)sum(where, N);
    upc_barrier;
    return 0;
}
