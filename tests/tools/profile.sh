# upcrun -profile: one page of where the time of each thread went, of each line, and the
# communication matrix; a browser shows it.
cat >a.upc <<'END'
#include <unistd.h>
#include <upc.h>
shared [8] double a[8 * THREADS];
int main(void) {
  double mine[8] = {0};
  upc_memput(&a[(MYTHREAD + 1) % THREADS * 8], mine, sizeof mine);
  upc_barrier;
  for (int i = 0; i < 3; i++)
    mine[i] = a[(MYTHREAD + 1) % THREADS * 8 + i];
  if (MYTHREAD == 1)
    usleep(300000);
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
test "$(ls -d page.* | wc -l)" = 2 # the traces are gone but for the joined one
grep -q 'href="page.trace.json"' page.html
test "$(grep -c '"name":"thread_name"' page.trace.json)" = 3
if command -v python3 >/dev/null; then python3 -m json.tool page.trace.json >/dev/null; fi
! grep -q 'http' page.html
row() {
  grep -qE "<code>a.upc:$1</code></td><td class=\"text\">$2</td>$3" page.html || {
    cat page.html
    exit 1
  }
}
row 6 upc_memput '<td>3</td><td>192</td><td>192</td>'
row 7 upc_barrier '<td>3</td>(<td>[^<]*</td>){3}' # no bytes
# At the second barrier thread 1 comes last: the others wait for it.
row 12 upc_barrier '<td>3</td><td>[^<]*</td><td>[^<]* \([02]\)</td><td>[^<]* \(1\)</td>'
# With -O0 there are no remarks.
! grep -q 'turns the pass off' page.html
# The shares of a thread's time, in numbers too.
test "$(grep -cE '<td>[0-9]+ %</td>' page.html)" = 3
row 9 'reads of shared data' '<td>9</td><td>72</td><td>72</td>'
# The accesses of a line to the data of a thread are one event, unless each is wanted.
test "$(grep -c 'reads of shared data' page.trace.json)" = 3
grep -q '"ph":"i".*a.upc:9","bytes":24,"with":[012],"calls":3,"us":[0-9]*\.[0-9]*}}' page.trace.json
UPC_TRACE_SUMS=0 "$UPCRUN" -n 3 -profile=each.html ./a || test $? = 3
test "$(grep -c 'reads of shared data' each.trace.json)" = 18
cell() { grep -q "<tr><td>$1</td>.*>88 (4)</td>" page.html || { cat page.html; exit 1; }; }
for thread in 0 1 2; do cell $thread; done
"$UPCRUN" -n 2 -nodes 2 -profile ./a || test $? != 0
grep -q '>88 (4)</td>' upc_profile.html

# A matrix of many threads has colours, and its numbers where the pointer is.
"$UPCRUN" -n 20 -profile=many.html ./a || test $? = 3
grep -q '<td title="19 to 0: 88 (4)" style="background:rgba([0-9,.]*)"></td>' many.html

# By node: what each line moves between nodes, and the matrix of messages.
"$UPCRUN" -n 4 -nodes 2 -profile ./a || test $? = 3
grep -q '4 threads on 2 nodes' upc_profile.html
row_of() { sed -n "/id=\"$1\"/,/<\/table>/p" upc_profile.html | grep "$2"; }
row_of lines '<code>a.upc:6</code>.*<td>4</td><td>256</td><td>256</td><td>128</td>'
test "$(row_of nodes '^<tr><td>[01]</td>' | wc -l)" = 2
! grep -q 'on 2 nodes' page.html
for layout in '-pshm-width 2' '-sim small'; do
  case $layout in *sim*) program=./simulated ;; *) program=./a ;; esac
  [ $program = ./a ] || "$UPCC" -inst -O0 -pthreads -o simulated a.upc
  # shellcheck disable=SC2086
  "$UPCRUN" -n 4 $layout -profile $program || test $? = 3
  grep -q '4 threads on 2 nodes' upc_profile.html
done
# Of sources with absolute names the page names the common folder once.
"$UPCC" -inst -O0 -o absolute "$PWD/a.upc"
"$UPCRUN" -n 3 -profile=absolute.html ./absolute || test $? = 3
grep -q "relative to <code>$PWD/</code>" absolute.html
grep -q '<code>a.upc:6</code></td><td class="text">upc_memput' absolute.html
if "$UPCRUN" -n 2 -profile=missing/page.html ./a 2>err; then exit 1; fi
grep -q 'missing/page.*; -profile=FILE writes the page elsewhere' err
mkdir folder
if "$UPCRUN" -n 2 -profile=folder ./a 2>err; then exit 1; fi
grep -q 'profile: folder: is a folder; -profile=FILE writes the page elsewhere' err
mkdir taken.trace.json
if "$UPCRUN" -n 2 -profile=taken.html ./a 2>err; then exit 1; fi
grep -q 'profile: taken.trace.json: .*; -profile=FILE writes the page elsewhere' err
if "$UPCRUN" -n 2 -profile ./plain 2>err; then exit 1; fi
grep -q 'compile it with upcc -inst' err

# The compiler's remarks on the program without -inst are on the page, by line, with the text.
cat >loop.upc <<'END'
#include <upc.h>
shared double x[64 * THREADS];
shared [16] double b[16 * THREADS];
void other(void);
int main(void) {
  upc_forall (int i = 0; i < 64 * THREADS; i++; &x[i]) x[i] = i;
  upc_barrier;
  for (int i = 0; i < 16 * THREADS; i++) {
    b[i] += 1 < MYTHREAD;
    other();
  }
  return 0;
}
END
echo 'void other(void) {}' >other.c
"$UPCC" -O2 -fopt-info-upc -o plain loop.upc other.c 2>said
"$UPCC" -O2 -inst-calls -o calls loop.upc other.c
"$UPCC" -O2 -inst -o all loop.upc other.c
remark() { grep -q "<code>loop.upc:$1</code></td>.*<code>$2.*<div class=\"$3\">$4: " page.html; }
for program in all calls; do
  "$UPCRUN" -n 2 -profile=page.html ./$program
  remark 6 'upc_forall' 'done' optimized
  remark 8 'for (int i' missed missed
  test "$(grep -c ':6:' said)" = "$(grep -A9 'id="remarks"' page.html | grep 'loop.upc:6<' |
    grep -o '<div class="' | wc -l)"
  if grep -q '&lt;code' page.html; then exit 1; fi
done
# Without accesses as events there are none, and the loop is the optimised one.
grep -q '<code>loop.upc:7</code></td><td class="text">upc_barrier' page.html
! grep -q 'of shared data' page.html
"$UPCC" -O2 -inst-calls -fopt-info-upc -c loop.upc 2>calls.said
cmp said calls.said

# Tasks: thread 0 waits for the one that thread 1 runs in upcx_tasks_end, which is not a wait of 1.
cat >tasks.upc <<'END'
#include <unistd.h>
#include <upc.h>
#include <upcx_tasks.h>
shared [8] double a[8 * THREADS];
static void half(const void *argument, void *result) {
  double mine[8] = {0};
  upc_memput(&a[(MYTHREAD + 1) % THREADS * 8], mine, sizeof mine);
}
static void whole(const void *argument, void *result) {
  usleep(300000);
  upcx_task_group_begin();
  for (int i = 0; i < 2; i++)
    upcx_task_start(MYTHREAD, half, 0, 0);
  upcx_task_group_end();
}
int main(void) {
  upcx_tasks_begin(8);
  int from = MYTHREAD;
  if (MYTHREAD == 0)
    upcx_task_start(1, whole, &from, sizeof from);
  upcx_tasks_end();
}
END
"$UPCC" -inst-calls -o tasks tasks.upc
"$UPCRUN" -n 2 -profile=page.html ./tasks
line() { # TABLE LINE OPERATION CELLS
  sed -n "/id=\"$1\"/,/<\/table>/p" page.html |
    grep -qE "<code>tasks.upc:$2</code></td><td class=\"text\">$3</td>$4" || {
    cat page.html
    exit 1
  }
}
any='<td>[^<]*</td>'
line waits 20 upcx_task_start '<td>1</td><td>4</td><td>4</td>'
line waits 21 upcx_tasks_end "<td>2</td>$any$any$any<td>[^<]* \(0\)</td><td>[^<]* \(1\)</td>"
line waits 14 upcx_task_group_end '<td>1</td>'
line tasks 21 'running a task' "<td>1</td>$any<td>[^<]* \(1\)</td><td>2.00</td>"
line tasks 14 'running a task' '<td>2</td>'
line lines 7 upc_memput '<td>2</td><td>128</td>'
for browser in chromium chromium-headless-shell google-chrome; do
  command -v $browser >/dev/null || continue
  "$UPCRUN" -n 3 -profile=page.html ./a || test $? = 3
  HOME=$PWD $browser --headless --no-sandbox --disable-gpu --disable-dev-shm-usage \
    --dump-dom "file://$PWD/page.html" >dom 2>browser.log || { cat browser.log; exit 1; }
  test "$(grep -o '<div title="barriers' dom | wc -l)" = 3
  "$UPCRUN" -n 2 -profile=page.html ./tasks
  HOME=$PWD $browser --headless --no-sandbox --disable-gpu --disable-dev-shm-usage \
    --dump-dom "file://$PWD/page.html" >dom 2>browser.log || { cat browser.log; exit 1; }
  test "$(grep -o '<div title="starting and awaiting tasks: [1-9]' dom | wc -l)" = 2
  break
done

# The profile of a job that a signal or a crash ends has what came before it.
cat >ends.c <<'END'
#include <stdlib.h>
#include <unistd.h>
#include <upc.h>
shared [8] double a[8 * THREADS];
int main(int argc, char **argv) {
  for (int i = 0;; i++) {
    a[(MYTHREAD + 1) % THREADS * 8] += i;
    upc_barrier;
    usleep(50000);
    if (argc > 1 && i == 10 && MYTHREAD == 1)
      abort();
  }
}
END
"$UPCC" -inst -O0 -o ends ends.c
has_events() { # PAGE STATUS
  grep -q "The job ended with status $2" "$1.html"
  grep -q '<code>ends.c:7</code></td><td class="text">reads of shared data' "$1.html"
  grep -q '<code>ends.c:8</code></td><td class="text">upc_barrier' "$1.html"
  if command -v python3 >/dev/null; then python3 -m json.tool "$1.trace.json" >/dev/null; fi
}
"$UPCRUN" -n 2 -profile=crash.html ./ends crash 2>err || test $? = 134
has_events crash 134
"$UPCRUN" -n 2 -profile=ended.html ./ends 2>err &
launched=$!
while ! grep -q upc_barrier ended.traces.*/*.json 2>/dev/null; do sleep 0.1; done
kill -TERM $launched
status=0
wait $launched || status=$?
test $status = 143
has_events ended 143
test -z "$(find . -name '*.traces.*')"
if "$UPCRUN" -n 2 -profile ./missing 2>err; then exit 1; fi
test "$(grep -c '' err)" = 1
