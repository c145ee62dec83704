# Loops that call small functions with shared accesses, or in subscripts, execute at most 1.02 times
# the instructions of the same loops with the expressions themselves, by callgrind's counts.
if ! command -v valgrind; then exit 0; fi
cat >loops.upc <<'Y'
#include <upc_relaxed.h>
enum { N = 128, W = N / 32 };
shared [N] double grid[N][N], next[N][N];
shared [N] double flat[N * N];
shared [W] unsigned bits[N][W];
int volatile rounds = 3;
#ifdef FUNCTIONS
double at(int i, int j) { return grid[i][j]; }
static void put(int i, int j, double v) { next[i][j] = v; }
static int get(int i, int j) { return bits[i][j / 32] >> (j % 32) & 1; }
static int idx(int i, int j) { return i * N + j; }
#else
#define idx(i, j) ((i) * N + (j))
#define at(i, j) grid[i][j]
#define put(i, j, v) (next[i][j] = (v))
#define get(i, j) ((int)(bits[i][(j) / 32] >> ((j) % 32) & 1))
#endif
#define LOOP(name) __attribute__((noinline)) static int loop_##name(int n)
LOOP(stencil)
{
    for (int r = 0; r < n; r++)
        upc_forall (int i = 1; i < N - 1; i++; &next[i][0])
            for (int j = 1; j < N - 1; j++)
                put(i, j, at(i - 1, j) + at(i + 1, j) + at(i, j - 1) + at(i, j + 1));
    return 0;
}
LOOP(bits)
{
    int sum = 0;
    for (int r = 0; r < n; r++)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++) sum += get(i, j);
    return sum;
}
LOOP(subscripts)
{
    for (int r = 0; r < n; r++)
        upc_forall (int i = 1; i < N - 1; i++; &flat[idx(i, 0)])
            for (int j = 1; j < N - 1; j++)
                flat[idx(i, j)] += flat[idx(i, j - 1)] - flat[idx(i - 1, j)];
    return 0;
}
int main(void) { return loop_stencil(rounds) + loop_bits(rounds) + loop_subscripts(rounds); }
Y
. "$ROOT/tests/tools/programs/count_loops.sh"
count -DFUNCTIONS >functions
count -UFUNCTIONS >expressions
[ "$(wc -l <functions)" -eq 3 ]
awk 'NR == FNR { plain[$1] = $2; next }
     { print $1, $2, plain[$1] }
     !($2 <= 1.02 * plain[$1]) { bad = 1 }
     END { exit bad }' expressions functions
