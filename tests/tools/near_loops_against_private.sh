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
#define SHARED
#define PARTS 1
#else
static shared double y[N * THREADS], x[N * THREADS];
static shared [64] double b[N * THREADS];
static shared [64] int ring[N * THREADS], next[N * THREADS];
#define OF(element) &element
#define SHARED shared
#define PARTS THREADS
#endif
typedef SHARED struct { int weight, sum; } place;
static place places[2 * PARTS];
static place *SHARED directory[2 * PARTS];
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
static int given[ALL];
LOOP(member)
{
    int sum = 0;
    for (int i = 0; i < n; i++) sum += given[i] * directory[1]->weight;
    given[0] = sum;
}
LOOP(member_stored)
{
    for (int i = 0; i < n; i++) directory[1]->sum += given[i];
}
LOOP(member_of_pointer)
{
    place *p = directory[1];
    for (int i = 0; i < n; i++) p->sum += given[i] * p->weight;
}
LOOP(reversal)
{
    for (int i = 0, j = n - 1; i < j; i++, j--) {
        int one = next[i];
        next[i] = next[j], next[j] = one;
    }
}
int main(void)
{
    directory[1] = &places[1];
    if (MYTHREAD == 0) loop_cyclic(all), loop_blocks_beside_cyclic(all), loop_remainders(all);
    if (MYTHREAD == 0) loop_reversal(all);
    if (MYTHREAD == 0) loop_member(all), loop_member_stored(all), loop_member_of_pointer(all);
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
reversal 1.5
member 1.1
member_stored 1.1
member_of_pointer 1.1
Y
dynamic=-O2
. "$ROOT/tests/tools/programs/count_loops.sh"
count -DPRIVATE >private
count -UPRIVATE >shared
[ "$(wc -l <shared)" -eq 9 ]
awk 'FILENAME == "most" { most[$1] = $2; next }
     FILENAME == "private" { private[$1] = $2; next }
     { print $1, $2, private[$1] }
     !($2 <= most[$1] * private[$1]) { bad = 1 }
     END { exit bad }' most private shared
