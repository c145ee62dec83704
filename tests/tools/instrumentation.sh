# -inst: a tool gets events of synchronisation, library calls and the program itself, with file and
# line; without it, none.
cat >tool.c <<'X'
#include <gasp.h>
#include <gasp_upc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A thread's record: one line an event, written at its end to the file of its number. */
struct _gasp_context_S {
  FILE *out;
  int on;
};

gasp_context_t gasp_init(gasp_model_t model, int *argc, char ***argv) {
  static _Thread_local struct _gasp_context_S context;
  char name[64];
  snprintf(name, sizeof name, "events.%s.XXXXXX", *argc > 1 ? (*argv)[1] : "none");
  int fd = mkstemp(name);
  context.out = fd < 0 || model != GASP_MODEL_UPC ? 0 : fdopen(fd, "w");
  context.on = 1;
  if (!context.out)
    abort();
  return &context;
}

static const char *name_of(unsigned tag) {
  switch (tag) {
  case GASP_UPC_BARRIER: return "barrier";
  case GASP_UPC_NOTIFY: return "notify";
  case GASP_UPC_WAIT: return "wait";
  case GASP_UPC_FENCE: return "fence";
  case GASP_UPC_FORALL: return "forall";
  case GASP_UPC_ALL_ALLOC: return "all_alloc";
  case GASP_UPC_FREE: return "free";
  case GASP_UPC_ALL_LOCK_ALLOC: return "all_lock_alloc";
  case GASP_UPC_LOCK: return "lock";
  case GASP_UPC_LOCK_ATTEMPT: return "lock_attempt";
  case GASP_UPC_UNLOCK: return "unlock";
  case GASP_UPC_LOCK_FREE: return "lock_free";
  case GASP_UPC_MEMPUT: return "memput";
  case GASP_UPC_MEMGET: return "memget";
  case GASP_UPC_ALL_BROADCAST: return "broadcast";
  case GASP_UPC_ALL_REDUCE: return "reduce";
  case GASP_UPC_COLLECTIVE_EXIT: return "exit";
  case GASP_UPC_USEREVT_START: return "mine";
  default: return "other";
  }
}

void gasp_event_notifyVA(gasp_context_t c, unsigned tag, gasp_evttype_t type, const char *file,
                        int line, int column, va_list args) {
  (void)column;
  if (!c->on)
    return;
  fprintf(c->out, "%s%s %s:%d", type == GASP_START ? "+" : type == GASP_END ? "-" : "=",
          name_of(tag), file, line);
  if (tag == GASP_UPC_BARRIER) {
    int named = va_arg(args, int), value = va_arg(args, int);
    fprintf(c->out, " %d %d", named, value);
  } else if (tag == GASP_UPC_USEREVT_START)
    fprintf(c->out, " %d", va_arg(args, int));
  else if (tag == GASP_UPC_MEMPUT || tag == GASP_UPC_MEMGET) {
    va_arg(args, void *), va_arg(args, void *);
    fprintf(c->out, " %zu", va_arg(args, size_t));
  }
  fprintf(c->out, "\n");
  fflush(c->out);
}

void gasp_event_notify(gasp_context_t c, unsigned tag, gasp_evttype_t type, const char *file,
                        int line, int column, ...) {
  va_list args;
  va_start(args, column);
  gasp_event_notifyVA(c, tag, type, file, line, column, args);
  va_end(args);
}

int gasp_control(gasp_context_t c, int on) {
  int before = c->on;
  c->on = on;
  return before;
}

unsigned gasp_create_event(gasp_context_t c, const char *name, const char *description) {
  (void)c, (void)description;
  return strcmp(name, "mine") == 0 ? GASP_UPC_USEREVT_START : GASP_UPC_USEREVT_END;
}
X
cat >a.upc <<'X'
#include <upc_relaxed.h>
#include <upc_collective.h>
#include <pupc.h>
#ifndef __UPC_PUPC__
#error no pupc
#endif
shared int a[THREADS], b[THREADS];
int two = 2;
static void loop(void) {
  int i;
  upc_forall(i = 0; i < THREADS; i++; i) a[i] = i;
}
int main(void) {
  unsigned mine = pupc_create_event("mine", "the test's");
  int x = 1;
  pupc_event_start(mine, 41);
  upc_barrier;
  pupc_event_end(mine, 42);
  upc_barrier two + 1;
  upc_notify 5; upc_wait 5;
  upc_fence;
  loop();
  shared void *p = upc_all_alloc(THREADS, 8);
  upc_lock_t *l = upc_all_lock_alloc();
  upc_lock(l); upc_unlock (l);
  if (upc_lock_attempt(l))
    upc_unlock(l);
  upc_memput(&a[MYTHREAD], &x, sizeof x), upc_memget(&x, &a[MYTHREAD], sizeof x);
  upc_all_broadcast(b, a, sizeof(int), UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
  upc_all_reduceI(b, a, UPC_ADD, THREADS, 1, NULL, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
  int was = pupc_control(0);
  upc_barrier;
  pupc_control(was);
#pragma pupc off
  upc_barrier;
#pragma pupc on
  upc_all_lock_free(l); upc_all_free(p);
  pupc_event_atomic(mine, 43);
#line 100 "other.h"
  upc_barrier;
  return 0;
}
X
cat >expected <<'X'
+mine a.upc:16 41
+barrier a.upc:17 0 0
-barrier a.upc:17 0 0
-mine a.upc:18 42
+barrier a.upc:19 1 3
-barrier a.upc:19 1 3
+notify a.upc:20
-notify a.upc:20
+wait a.upc:20
-wait a.upc:20
+fence a.upc:21
-fence a.upc:21
+forall a.upc:11
-forall a.upc:11
+all_alloc a.upc:23
-all_alloc a.upc:23
+all_lock_alloc a.upc:24
-all_lock_alloc a.upc:24
+lock a.upc:25
-lock a.upc:25
+unlock a.upc:25
-unlock a.upc:25
X
cat >expected.end <<'X'
+memput a.upc:28 4
-memput a.upc:28 4
+memget a.upc:28 4
-memget a.upc:28 4
+broadcast a.upc:29
-broadcast a.upc:29
+reduce a.upc:30
-reduce a.upc:30
+lock_free a.upc:37
-lock_free a.upc:37
+free a.upc:37
-free a.upc:37
=mine a.upc:38 43
+barrier other.h:100 0 0
-barrier other.h:100 0 0
+exit :0
-exit :0
X
cat expected expected.end >expected.all
cc -c -I"${UPCC%/bin/*}/include" tool.c
ar rc libtool.a tool.o
for mode in -nopthreads -pthreads; do
  "$UPCC" -inst $mode -o a a.upc -L. -ltool
  layout=$([ $mode = -pthreads ] && echo -p 2 || true)
  "$UPCRUN" -n 2 $layout ./a with$mode
  test "$(ls events.with$mode.* | wc -l)" = 2
  for events in events.with$mode.*; do
    grep -v 'a.upc:2[67]$' "$events" | diff expected.all -
    test "$(grep -c 'lock_attempt a.upc:26' "$events")" = 2
  done
done

# No tool: nothing happens. Not instrumented: the tool is not even linked.
"$UPCC" -inst -o a a.upc
"$UPCRUN" -n 2 ./a
"$UPCC" -o a a.upc -L. -ltool
"$UPCRUN" -n 2 ./a without
test -z "$(ls | grep events.without || true)"
test -z "$(nm a | grep -i gasp || true)"
"$UPCC" -inst -c a.upc
! "$UPCC" -o a a.o 2>err
grep -q 'linked with -inst too' err

# What a tool needs beside gasp_event_notify.
cat >rest_of_tool.h <<'X'
#include <gasp.h>
#include <gasp_upc.h>
#include <stdio.h>
gasp_context_t gasp_init(gasp_model_t model, int *argc, char ***argv) {
  return (void)model, (void)argc, (void)argv, NULL;
}
void gasp_event_notifyVA(gasp_context_t c, unsigned tag, gasp_evttype_t type, const char *file,
                        int line, int column, va_list args) {}
int gasp_control(gasp_context_t c, int on) { return 0; }
unsigned gasp_create_event(gasp_context_t c, const char *name, const char *description) {
  return GASP_UPC_USEREVT_START;
}
X

# Tasks, between the events of the call in which they run and at its place; none of a call that is
# not instrumented.
cat >tasks.c <<'X'
#include "rest_of_tool.h"
void gasp_event_notify(gasp_context_t c, unsigned tag, gasp_evttype_t type, const char *file,
                        int line, int column, ...) {
  static const char *const names[] = {"begin",     "end",      "start", "start_handle", "wait",
                                      "group_end", "progress", "task"};
  if (tag < GASP_UPCX_TASKS_BEGIN || tag > GASP_UPCX_TASK)
    return;
  va_list args;
  va_start(args, column);
  printf("%c%s:%d %s", type == GASP_START ? '+' : '-', file, line,
         names[tag - GASP_UPCX_TASKS_BEGIN]);
  if (tag == GASP_UPCX_TASK_START) {
    int thread = va_arg(args, int);
    va_arg(args, void *), va_arg(args, void *);
    printf(" %d %zu", thread, va_arg(args, size_t));
  } else if (tag == GASP_UPCX_TASKS_PROGRESS && type == GASP_END)
    printf(" %d", va_arg(args, int));
  else if (tag == GASP_UPCX_TASKS_BEGIN)
    printf(" %zu", va_arg(args, size_t));
  puts("");
  va_end(args);
}
X
cc -c -I"${UPCC%/bin/*}/include" tasks.c
cat >t.upc <<'X'
#include <upc.h>
#include <upcx_tasks.h>
static void leaf(const void *argument, void *result) { *(int *)result = 7; }
static void node(const void *argument, void *result) {
  upcx_task_group_begin();
  upcx_task_start(0, leaf, 0, 0);
  upcx_task_group_end();
}
int main(void) {
  upcx_tasks_begin(4);
  int seven = 0, three = 3;
  upcx_task_t task = upcx_task_start_handle(UPCX_TASK_ANY, leaf, 0, 0);
  upcx_task_wait(task, &seven, sizeof seven);
  upcx_task_start(0, leaf, &three, sizeof three);
  upcx_tasks_progress();
#pragma pupc off
  upcx_task_start(UPCX_TASK_ANY, leaf, 0, 0);
  upcx_tasks_progress();
#pragma pupc on
  upcx_task_start(UPCX_TASK_ANY, node, 0, 0);
  upcx_tasks_end();
  return seven != 7;
}
X
cat >expected.tasks <<'X'
+t.upc:10 begin 4
-t.upc:10 begin 4
+t.upc:12 start_handle
-t.upc:12 start_handle
+t.upc:13 wait
+t.upc:13 task
-t.upc:13 task
-t.upc:13 wait
+t.upc:14 start 0 4
-t.upc:14 start 0 4
+t.upc:15 progress
+t.upc:15 task
-t.upc:15 task
-t.upc:15 progress 1
+t.upc:20 start -1 0
-t.upc:20 start -1 0
+t.upc:21 end
+t.upc:21 task
+t.upc:6 start 0 0
-t.upc:6 start 0 0
+t.upc:7 group_end
+t.upc:7 task
-t.upc:7 task
-t.upc:7 group_end
-t.upc:21 task
-t.upc:21 end
X
for mode in -nopthreads -pthreads; do
  "$UPCC" -inst $mode -o t t.upc tasks.o
  "$UPCRUN" -n 1 ./t | diff expected.tasks -
done

# Accesses by themselves: of others' data, of all with -inst-local; functions with -inst-functions.
cat >accesses.c <<'X'
#include <gasp_c.h>
#include "rest_of_tool.h"
void gasp_event_notify(gasp_context_t c, unsigned tag, gasp_evttype_t type, const char *file,
                        int line, int column, ...) {
  va_list args;
  va_start(args, column);
  char sign = type == GASP_START ? '+' : '-';
  if (tag == GASP_UPC_GET || tag == GASP_UPC_PUT) {
    int relaxed = va_arg(args, int);
    va_arg(args, void *), va_arg(args, void *);
    printf("%c%s:%d %s%s %zu\n", sign, file, line, relaxed ? "" : "strict ",
           tag == GASP_UPC_GET ? "get" : "put", va_arg(args, size_t));
  } else if (tag == GASP_C_FUNC)
    printf("%c%s:%d %s\n", sign, file, line, va_arg(args, char *));
  va_end(args);
}
X
cc -c -I"${UPCC%/bin/*}/include" accesses.c
cat >b.upc <<'X'
#include <upc_relaxed.h>
struct pair { char c[10]; unsigned bit : 3; };
shared int a[THREADS];
shared struct pair s[THREADS];
strict shared double d[THREADS];
shared int *shared where[THREADS];
int plain(int x) {
  return x + 1;
}
int main(void) {
  if (MYTHREAD != 0)
    return 0;
  int x = plain(a[1]);
  a[1] = x;
  a[1]++, a[0]++;
  a[a[1] - 1] = 3;
  s[1] = s[0];
  struct pair p = s[1];
  s[1].bit = p.bit;
  d[1] = d[0], d[0] = d[1];
  where[1] = &a[1];
  *where[1] += 1;
#pragma pupc off
  a[1] = 5;
  return a[1] != 5;
}
X
cat >expected.remote <<'X'
+b.upc:13 get 4
-b.upc:13 get 4
+b.upc:14 put 4
-b.upc:14 put 4
+b.upc:15 get 4
-b.upc:15 get 4
+b.upc:15 put 4
-b.upc:15 put 4
+b.upc:16 get 4
-b.upc:16 get 4
+b.upc:16 put 4
-b.upc:16 put 4
+b.upc:17 put 12
-b.upc:17 put 12
+b.upc:18 get 12
-b.upc:18 get 12
+b.upc:19 put 1
-b.upc:19 put 1
+b.upc:20 strict put 8
-b.upc:20 strict put 8
+b.upc:20 strict get 8
-b.upc:20 strict get 8
+b.upc:21 put 8
-b.upc:21 put 8
+b.upc:22 get 8
-b.upc:22 get 8
+b.upc:22 get 4
-b.upc:22 get 4
+b.upc:22 put 4
-b.upc:22 put 4
X
for options in -nopthreads -pthreads '-g -O0'; do
  "$UPCC" -inst $options -o b b.upc accesses.o
  "$UPCRUN" -n 2 ./b | diff expected.remote -
done
"$UPCC" -inst-local -o b b.upc accesses.o
"$UPCRUN" -n 2 ./b >all
test "$(wc -l <all)" = $(($(wc -l <expected.remote) + 10))
test "$(grep -c '^+b.upc:15' all)" = 4
"$UPCC" -inst-functions -o b b.upc accesses.o
"$UPCRUN" -n 2 ./b | grep -v ' [gp][eu]t ' >functions
test "$(grep -c '^[+-]b.upc:10 main$' functions)" = 4
test "$(grep -c '^[+-]b.upc:7 plain$' functions)" = 2
