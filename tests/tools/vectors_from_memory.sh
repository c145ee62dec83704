# Static shared objects are aligned, and the C compiler knows it: vectors of SSE are operands from
# memory, which unaligned ones cannot be.
case $(uname -m) in x86_64) ;; *) exit 0 ;; esac
cat >loops.upc <<'Y'
#include <upc_relaxed.h>
enum { N = 64 };
shared[] double one[N];
shared[N] double each[THREADS][N];
void add_one(double *restrict to)
{
    for (int i = 0; i < N; i++)
        to[i] += one[i];
}
void add_each(double *restrict to)
{
    for (int i = 0; i < N; i++)
        to[i] += each[MYTHREAD][i];
}
Y
"$UPCC" -O3 -S loops.upc -o loops.s
test "$(grep -c 'addpd.*(' loops.s)" -ge 2
