# -fopt-info-upc reports what was optimised and what was not, with the user's lines: on standard
# error, in a file, as JSON.
cat >fill.h <<'UPC'
static void fill(int n) {
  for (int k = 0; k < n; k++) b[k] = idx[k];
}
UPC
cat >a.upc <<'UPC'
#include <upc.h>
shared [16] double b[16 * THREADS];
shared double y[64 * THREADS];
int idx[64], m;
void f(int);
#include "fill.h"
void work(void) {
  for (int i = 0; i < m; i++) {
    b[i] += 1;
    f(i);
  }
  fill(3);
#line 100 "made.y"
  upc_forall (int i = 0; i < 64; i++; &y[i]) y[i] = i;
}
UPC
cat >b.upc <<'UPC'
shared [] int *p;
int sum(void) { int s = 0; for (int i = 0; i < 99; i++) s += p[i]; return s; }
int main(void) { return 0; }
UPC
"$UPCC" -O2 -c a.upc 2>err
test ! -s err
"$UPCC" -O2 -c a.upc -fopt-info-upc 2>err
grep -q "^fill.h:2:3: optimized: 'b\[k\]' is found by adding bytes" err
grep -q "^a.upc:9:5: missed: 'b\[i\]' .*'f' is called; copy it to a local variable" err
grep -q '^a.upc:10:5: note: ' err
grep -q '^made.y:100:3: optimized: each thread goes' err
"$UPCC" -O2 -c a.upc -fopt-info-upc-optimized 2>err
grep -q 'optimized: ' err
! grep -q 'missed: \|note: ' err
"$UPCC" -O2 -c a.upc -fopt-info-upc-missed=missed 2>err
test ! -s err
grep -q 'missed: ' missed
! grep -q 'optimized: ' missed

# A file has the remarks of all units, in the order of the command line.
"$UPCC" -O2 -c a.upc b.upc -fopt-info-upc=all -fopt-info-upc-json=all.json 2>err
test ! -s err
grep -q '^b.upc:2:28: optimized: ' all
test "$(tail -n 1 all | cut -d: -f1)" = b.upc
grep -q '"kind":"optimized","pass":"runs","file":"b.upc","line":2,"column":28,"message":"' all.json
grep -q '"kind":"missed",.*"note":{"file":"a.upc","line":10,"column":5,"message":"' all.json
test "$(grep -c '"pass"' all.json)" = "$(grep -c 'optimized: \|missed: ' all)"
if command -v python3 >/dev/null; then python3 -m json.tool all.json >/dev/null; fi

# Plain C has none, and the file is there. Messages as JSON stay one array.
echo 'int g(int x) { return x; }' >c.c
"$UPCC" -c c.c -fopt-info-upc-json=none.json
test "$(cat none.json)" = '[]'
"$UPCC" -O2 -c b.upc -fopt-info-upc-all=text -fdiagnostics-format=json 2>err
test "$(cat err)" = '[]'

# If no optimisation runs, the command reports it once.
for off in -O0 -fno-upc-opt -g -inst; do
  "$UPCC" $off -c a.upc b.upc -fopt-info-upc 2>err
  test "$(wc -l <err)" = 1
  grep -q "^upcc: note: -fopt-info-upc: there are no remarks: .*$off" err
done
"$UPCC" -O2 -fno-upc-runs -c a.upc -fopt-info-upc 2>err
grep -q 'missed: .*-fno-upc-runs turns the pass off' err

for wrong in -fopt-info-upc-note -fopt-info-upc= -fopt-info-upc-json \
  -fopt-info-upc=missing/folder/x; do
  ! "$UPCC" -O2 -c b.upc "$wrong" 2>err
  grep -q 'upcc: error: ' err
done

# An assertion in a loop, or the end of the program, leaves its rows whole; another call does not.
echo '#include <assert.h>
#include <stdlib.h>
#include <upc.h>
shared [64] double b[64 * THREADS]; void f(int);
double sum(int from, int ends) {
  double s = 0;
  for (int k = 0; k < 64; k++) {
    assert(b[from + k] >= 0);
    s += b[from + k];
  }
  for (int k = 0; k < 64; k++) {
    if (b[from + k] > 9) exit(ends);
    s -= b[from + k];
  }
  for (int k = 0; k < 64; k++) {
    if (b[from + k] > 9) f(ends);
    s -= b[from + k];
  }
  return s;
}' >d.upc
"$UPCC" -O2 -c d.upc -fopt-info-upc 2>err
grep -q '^d.upc:7:3: optimized: .* is fetched by whole rows where it is far' err
grep -q '^d.upc:11:3: optimized: .* is fetched by whole rows where it is far' err
grep -q '^d.upc:15:3: missed: .* is moved element by element where it is far' err

# Remarks have the program's places and words, also of loops that a pass restates.
echo '#include <upc.h>
shared long total[4 * THREADS];
shared int limit;
static inline long get(int i) { return total[i]; }
long sum(void) {
  long s = 0;
  for (shared long *p = total;
       p < total + THREADS;
       p++)
    s += *p;
  int j = 0;
  while (j < limit) {
    s += get(j);
    j++;
  }
  for (j = 0; j < limit; j++) { int k = 2 * j + 1; s += total[k]; }
  return s;
}' >e.upc
"$UPCC" -O2 -c e.upc -fopt-info-upc 2>err
grep -q "^e.upc:7:3: optimized: 'p' is a pointer that stays" err
grep -q "^e.upc:7:3: optimized: '\*p' is found by products" err
grep -q '^e.upc:7:3: optimized: far data that the loop reads are kept' err
grep -q "^e.upc:12:3: optimized: 'total\[j\]' is found by products" err
grep -q "^e.upc:13:10: optimized: the body of 'get' is taken into the loop" err
grep -q "^e.upc:16:3: optimized: 'total\[k\]' is found by products" err
test "$(grep -vc '^e.upc:\(7\|12\|16\):3: \|^e.upc:13:10: ' err)" = 0

# Where functions are taken into loops and no loop is restated, the text ends behind the program's.
echo '#include <upc.h>
shared [4] long total[4 * THREADS];
static inline long get(int i) { return total[i]; }
long sum(void) {
  long s = 0;
  for (int j = 0; j < 4 * THREADS; j++) s += get(j) + 2 * get(j) + 3 * get(j) + 4 * get(j);
  for (int j = 0; j < 4 * THREADS; j++) s += total[j];
  return s;
}' >f.upc
"$UPCC" -O2 -c f.upc -fopt-info-upc 2>err
grep -q "^f.upc:6:46: optimized: the body of 'get' is taken into the loop" err
grep -q "^f.upc:7:3: optimized: 'total\[j\]' is " err
