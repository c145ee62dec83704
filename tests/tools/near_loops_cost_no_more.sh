# Loops of few iterations, small blocks and short rows over mapped memory: instructions with the
# optimiser are at most 1.02 times those with -fno-upc-opt, by callgrind's counts.
if ! command -v valgrind; then exit 0; fi
cat >loops.upc <<'Y'
#include <upc_relaxed.h>
enum { N = 240 };
shared int c[N], d[N];
shared [3] int small[N], other[N];
shared [4] double m[N][4], q[N][4];
shared [] int at[N];
int volatile few = 3;
#define LOOP(name) __attribute__((noinline)) static void loop_##name(int n)
LOOP(small_blocks)
{
    for (int r = 0; r < 300; r++)
        for (int i = 0; i < 60 * n; i++) small[i] += other[i];
}
LOOP(short_rows)
{
    for (int r = 0; r < 60; r++)
        for (int i = 0; i < 40 * n; i++)
            for (int j = 0; j < 4; j++) m[i][j] += q[i][j];
}
LOOP(own_element)
{
    for (int r = 0; r < 5000; r++)
        for (int i = 0; i < n; i++) c[MYTHREAD] += i;
}
LOOP(any_element)
{
    for (int r = 0; r < 5000; r++)
        for (int i = 0; i < n; i++) c[i] += d[at[i] % N];
}
LOOP(column)
{
    for (int r = 0; r < 5000; r++)
        for (int i = 0; i < n; i++) m[i][r % 4] += 1;
}
LOOP(own_blocks)
{
    for (int r = 0; r < 5000; r++)
        upc_forall (int i = 0; i < n; i++; &small[i]) small[i] += other[i];
}
int main(void)
{
    if (MYTHREAD == 0) {
        loop_small_blocks(few), loop_short_rows(few), loop_own_element(few);
        loop_any_element(few), loop_column(few), loop_own_blocks(few);
    }
    return 0;
}
Y
. "$ROOT/tests/tools/programs/count_loops.sh"
count -fupc-runs >with
count -fno-upc-opt >without
[ "$(wc -l <with)" -eq 6 ]
awk 'NR == FNR { without[$1] = $2; next }
     { print $1, $2, without[$1] }
     !($2 <= 1.02 * without[$1]) { bad = 1 }
     END { exit bad }' without with
