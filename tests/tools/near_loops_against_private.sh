# Loops over mapped memory, the number of threads known at run time only, execute at most so many
# times the instructions of the same loop over private data, by callgrind's counts.
if ! command -v valgrind; then exit 0; fi
cat >loops.upc <<'Y'
#include <upc_relaxed.h>
enum { N = 8192, ALL = N * 2 };
#ifdef PRIVATE
static double y[ALL], x[ALL], b[ALL];
static int ring[ALL], next[ALL];
#define OF(element) i
#else
static shared double y[N * THREADS], x[N * THREADS];
static shared [64] double b[N * THREADS];
static shared [64] int ring[N * THREADS], next[N * THREADS];
#define OF(element) &element
#endif
int volatile all = ALL;
#define LOOP(name) __attribute__((noinline)) static void loop_##name(int n)
LOOP(cyclic)
{
    for (int i = 0; i < n; i++) y[i] += 2 * x[i];
}
LOOP(blocks_beside_cyclic)
{
    for (int i = 0; i < n; i++) y[i] += 2 * b[i];
}
LOOP(own_iterations)
{
    upc_forall (int i = 0; i < n; i++; OF(y[i])) y[i] += 2 * b[i];
}
LOOP(remainders)
{
    for (int i = 0; i < n; i++) next[i] = ring[(i + n - 1) % n] + ring[i] + ring[(i + 1) % n];
}
LOOP(own_remainders)
{
    upc_forall (int i = 0; i < n; i++; OF(next[i]))
        next[i] = ring[(i + n - 1) % n] + ring[i] + ring[(i + 1) % n];
}
int main(void)
{
    if (MYTHREAD == 0) loop_cyclic(all), loop_blocks_beside_cyclic(all), loop_remainders(all);
    loop_own_iterations(all), loop_own_remainders(all);
    return 0;
}
Y
cat >most <<'Y'
cyclic 1.1
blocks_beside_cyclic 1.7
own_iterations 1.3
remainders 1.5
own_remainders 1.0
Y
dynamic=-O2
. "$ROOT/tests/tools/programs/count_loops.sh"
count -DPRIVATE >private
count -UPRIVATE >shared
[ "$(wc -l <shared)" -eq 5 ]
awk 'FILENAME == "most" { most[$1] = $2; next }
     FILENAME == "private" { private[$1] = $2; next }
     { print $1, $2, private[$1] }
     !($2 <= most[$1] * private[$1]) { bad = 1 }
     END { exit bad }' most private shared
