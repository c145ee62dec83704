# upcrun -profile: one page of where the time of each thread went, of each line, and who talks to
# whom; a browser shows it.
cat >a.upc <<'END'
#include <upc.h>
shared [8] double a[8 * THREADS];
int main(void) {
  double mine[8] = {0};
  upc_memput(&a[(MYTHREAD + 1) % THREADS * 8], mine, sizeof mine);
  upc_barrier;
  for (int i = 0; i < 3; i++)
    mine[i] = a[(MYTHREAD + 1) % THREADS * 8 + i];
  upc_barrier;
  return mine[0] != 0 || MYTHREAD == 2 ? 3 : 0;
}
END
"$UPCC" -inst -O0 -o a a.upc
"$UPCC" -o plain a.upc
status=0
"$UPCRUN" -n 3 -profile=page.html ./a 2>err || status=$?
test $status = 3
grep -q 'the profile is in page.html' err
test "$(ls -d page.* | wc -l)" = 1 # the traces are gone
! grep -q 'http' page.html
row() { grep -qE "<code>a.upc:$1</code></td><td class=\"text\">$2</td>$3" page.html || { cat page.html; exit 1; }; }
row 5 upc_memput '<td>3</td><td>192</td><td>192</td>'
row 6 upc_barrier '<td>3</td><td>0</td>'
row 8 'reads of shared data' '<td>9</td><td>72</td><td>72</td>'
cell() { grep -q "<tr><td>$1</td>.*>88 (4)</td>" page.html || { cat page.html; exit 1; }; }
cell 0 && cell 1 && cell 2
"$UPCRUN" -n 2 -nodes 2 -profile ./a || test $? != 0
grep -q '>88 (4)</td>' upc_profile.html
if "$UPCRUN" -n 2 -profile ./plain 2>err; then exit 1; fi
grep -q 'compile it with upcc -inst' err

command -v chromium-headless-shell || exit 0
chromium-headless-shell --no-sandbox --disable-gpu --dump-dom "file://$PWD/page.html" >dom 2>/dev/null || exit 0
test "$(grep -o '<div title="barriers' dom | wc -l)" = 3
