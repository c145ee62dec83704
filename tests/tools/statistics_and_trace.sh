# upcrun -stats and -trace: what each thread called how often, and when; without upcc -inst, or with
# a tool, a warning. UPC_LOG: how the job started.
cat >a.upc <<'X'
#include <pupc.h>
#include <upc.h>
#include <upc_collective.h>
shared [8] double a[8 * THREADS], b[8 * THREADS];
static double work(void) {
  double sum = 0;
  for (int i = 0; i < 8; i++)
    sum += a[(MYTHREAD + 1) % THREADS * 8 + i];
  return sum;
}
int main(void) {
  double mine[8] = {0};
  upc_lock_t *lock = upc_all_lock_alloc();
  unsigned phase = pupc_create_event("\"phase\"", "the whole of it");
  pupc_event_start(phase, 0);
  upc_memput(&a[MYTHREAD * 8], mine, sizeof mine);
  upc_barrier 1;
  for (int i = 0; i < 3; i++) {
    upc_lock(lock);
    upc_unlock(lock);
  }
  work();
  upc_all_broadcast(b, a, 8 * sizeof(double), 0);
  upc_all_reduceD(&b[0], a, UPC_ADD, 8 * THREADS, 8, 0, 0);
  pupc_event_end(phase, 0);
  pupc_control(0);
  upc_barrier 2;
  return 0;
}
X
"$UPCC" -inst -o a a.upc
"$UPCC" -trace -pthreads -inst-functions -o ap a.upc

counted() { # counted FILE THREAD 'NAME' 'CALLS[ BYTES B]'
  tr -s ' ' <"$1" | grep -q "^upcr: thread $2: $3 $4 .*[0-9] s$" || { cat "$1"; exit 1; }
}
check() { # check FILE THREAD
  counted $1 $2 upc_barrier 1
  counted $1 $2 upc_lock 3
  counted $1 $2 upc_unlock 3
  counted $1 $2 upc_memput '1 64 B'
  counted $1 $2 'reads of shared data' '8 64 B'
  counted $1 $2 upc_all_broadcast '1 64 B'
  counted $1 $2 upc_all_reduce '1 192 B'
  counted $1 $2 '"phase"' 1
}
for run in '-stats ./a' '-stats -p 2 ./ap' '-stats -pshm-width 1 ./a'; do
  "$UPCRUN" -n 3 $run 2>err
  for t in 0 1 2; do
    check err $t
  done
  test $(grep -c '^upcr: thread [0-2]: ran' err) = 3
done
counted err 0 'reads of shared data' 8
"$UPCRUN" -n 3 ./a 2>err
test ! -s err
UPC_STATSFILE=s-%.txt "$UPCRUN" -n 3 ./a 2>err
test ! -s err
check s-2.txt 2
"$UPCRUN" -n 3 -statsfile s ./a
check s.1 1

# The trace is well-formed, begins and ends match, places and bytes are there.
"$UPCRUN" -n 3 -trace ./a
"$UPCRUN" -n 3 -tracefile p%.json ./ap
UPC_STATS=1 "$UPCRUN" -n 1 ./ap 2>err
counted err 0 functions '[1-9][0-9]*'
grep -q '"name":"upc_memput","ph":"B",.*"at":"[^"]*a.upc:16","bytes":64' upc_trace.1.json
grep -q '"name":"work","ph":"B"' p2.json
if command -v python3 >/dev/null; then
  python3 - upc_trace.[0-2].json p[0-2].json <<'X'
import json, sys
for name in sys.argv[1:]:
    open_events, last = [], 0
    for event in json.load(open(name)):
        if event["ph"] == "M":
            continue
        assert event["ts"] >= last, name
        last = event["ts"]
        if event["ph"] == "B":
            open_events.append(event["name"])
        elif event["ph"] == "E":
            assert open_events.pop() == event["name"], name
X
fi

# Tasks nest in the calls that run them; the times of the statistics are those of the innermost.
cat >tasks.upc <<'X'
#include <unistd.h>
#include <upc.h>
#include <upcx_tasks.h>
static void inner(const void *argument, void *result) { usleep(200000); }
static void outer(const void *argument, void *result) {
  if (*(const int *)argument > 0) {
    int less = *(const int *)argument - 1;
    upcx_task_wait(upcx_task_start_handle(MYTHREAD, outer, &less, sizeof less), 0, 0);
  } else
    inner(0, 0);
}
int main(void) {
  int depth = 40;
  upcx_tasks_begin(64);
  upcx_task_start(MYTHREAD, outer, &depth, sizeof depth);
  while (upcx_tasks_progress())
    ;
  upcx_tasks_end();
}
X
"$UPCC" -inst-calls -o tasks tasks.upc
"$UPCRUN" -n 1 -stats ./tasks 2>err
counted err 0 'running a task' 41
counted err 0 upcx_task_start '1 4 B'
counted err 0 upcx_task_start_handle '40 160 B'
counted err 0 upcx_task_wait 40
counted err 0 upcx_tasks_progress 2
counted err 0 upcx_tasks_end 1
# The task at the bottom takes a fifth of a second, which is none of the others' time.
long() { sed -nE 's/^upcr: thread 0: (.*[^ ])  +[0-9]+ .* 0\.[2-9][0-9]* s$/\1/p' err; }
test "$(long)" = 'running a task'
"$UPCRUN" -n 1 -tracefile nest%.json ./tasks
test "$(grep -c '"name":"running a task","ph":"B".*tasks.upc:[0-9]*"' nest0.json)" = 41
if command -v python3 >/dev/null; then
  python3 - nest0.json <<'X'
import json, sys
around, depth = [], 0
for event in json.load(open(sys.argv[1])):
    if event["ph"] == "B":
        around.append(event["name"])
        depth = max(depth, len(around))
        inside = around[-2] if len(around) > 1 else ""
        assert event["name"] != "running a task" or inside in ("upcx_tasks_progress",
                                                               "upcx_task_wait"), around
    elif event["ph"] == "E":
        assert around.pop() == event["name"]
assert depth == 82, depth
X
fi

# A program in which nothing is an event but its end.
echo 'int main(void) { return 0; }' >idle.upc
for mode in -nopthreads -pthreads; do
  "$UPCC" -inst $mode -o idle idle.upc
  "$UPCRUN" -n 2 -stats ./idle 2>err
  grep -q '^upcr: thread 1: wait for the end  *1 ' err
done

# A program without events gets a warning.
"$UPCC" -o plain a.upc
"$UPCRUN" -n 2 -stats ./plain 2>err
grep -q \
  'no statistics and no trace: no part of the program was compiled and linked with upcc -inst' err
cat >tool.c <<'X'
#include <gasp.h>
gasp_context_t gasp_init(gasp_model_t model, int *argc, char ***argv) {
  (void)model, (void)argc;
  return (gasp_context_t)argv; /* not the runtime's: it must not look into it */
}
X
"$UPCC" -inst -o tool a.upc tool.c
"$UPCRUN" -n 2 -trace ./tool 2>err
grep -q 'no statistics and no trace: the program is linked with a tool of <gasp.h>' err
# A tool that defines only the function for events gets accesses too, where the runtime's own adds
# them up.
cat >watch.c <<'X'
#include <gasp.h>
#include <gasp_upc.h>
#include <stdio.h>
void gasp_event_notify(gasp_context_t context, unsigned tag, gasp_evttype_t type, const char *file,
                       int line, int column, ...) {
  (void)context, (void)file, (void)line, (void)column;
  if (tag == GASP_UPC_PUT && type == GASP_START)
    puts("a write");
}
X
cat >put.upc <<'X'
#include <upc_relaxed.h>
shared int x[THREADS];
int main(void) { x[(MYTHREAD + 1) % THREADS] = 1; return 0; }
X
"$UPCC" -inst -o watch put.upc watch.c
UPC_TRACE_SUMS=1 "$UPCRUN" -n 2 -trace ./watch >out
[ "$(grep -c '^a write$' out)" = 2 ]
if UPC_TRACEFILE=no/such/folder/% "$UPCRUN" -n 1 ./a 2>err; then
  grep -q 'no trace of thread 0: no/such/folder/0: No such file' err
fi

UPC_LOGFILE=log "$UPCRUN" -n 2 ./plain 2>err
test ! -s err
grep -q '^upcr: 20.* started as ./plain, 2 threads in 2 processes$' log
grep -q '^upcr: memory .* of shared heap per thread' log
grep -q '^upcr: thread 1  *process 1' log
grep -q '^UPC_LOGFILE  *= log  *(environment; default: upc_log.%.txt)' log
