# upcrun -show-coll, upcc -g and reports of errors on simulated machines.
cat >list.upc <<'X'
#include <upc.h>
int main(void) { return 0; }
X
"$UPCC" -pthreads -o list list.upc
"$UPCRUN" -sim fat_tree -show-coll -n 128 ./list >list.out 2>&1
grep -q '^# algorithms are chosen by .* the costs of the simulated machine$' list.out
grep -q '^# simulated: fat_tree, 128 threads on 2 nodes of 2 regions of 32 cores$' list.out
grep -q '^broadcast  *pull_knomial_placed ' list.out
grep -q '^reduce  *push_binomial ' list.out

# Checked code gives the messages of a real machine, for memory of the own node and of others.
cat >checked.upc <<'X'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <upc.h>
shared [4] int a[4 * THREADS];
shared int *shared block;
int main(int argc, char **argv)
{
    int n = argc > 2 ? atoi(argv[2]) : 0;
    for (int i = 0; i < 4; i++)
        a[(MYTHREAD * 4 + i + 8) % (4 * THREADS)] = MYTHREAD;
    if (MYTHREAD == 0)
        block = upc_global_alloc(THREADS, sizeof(int));
    upc_barrier;
    if (MYTHREAD == 3 && strcmp(argv[1], "subscript") == 0)
        a[n] = 1;
    if (MYTHREAD == 3 && strcmp(argv[1], "freed") == 0) {
        shared int *p = block;
        upc_free(p);
        p[n] = 1;
    }
    if (strcmp(argv[1], "barrier") == 0)
        upc_barrier MYTHREAD == 3;
    upc_barrier;
    if (MYTHREAD == 0)
        printf("sum %d\n", a[0] + a[4 * THREADS - 1]);
    return 0;
}
X
"$UPCC" -g -pthreads -o checked checked.upc
test "$("$UPCRUN" -sim small -n 6 ./checked none)" = 'sum 7'
fails() { # fails WHAT ARGUMENTS...
  what=$1
  shift
  if "$UPCRUN" -sim small -n 6 ./checked "$@" >out 2>err; then exit 1; fi
  grep -q -e "$what" err || { cat err; exit 1; }
}
fails "thread 3: checked.upc:16: subscript 24 of 'a' is outside 0 to 23" subscript 24
fails "thread 3: checked.upc:16: subscript -1 of 'a' is outside 0 to 23" subscript -1
fails "checked.upc:20: .*freed" freed 0
fails "checked.upc:20: .*freed" freed 3
fails "barrier mismatch (UPC 6.6.1): thread 0 .* value 0, thread 3 .* value 1" barrier

# Threads that wait for each other for ever: the simulation detects it and reports each thread's
# wait.
cat >stuck.upc <<'X'
#include <upc.h>
upc_lock_t *shared lock;
int main(void)
{
    upc_lock_t *own = upc_all_lock_alloc();
    if (MYTHREAD == 4)
        upc_lock(own);
    upc_barrier 1;
    if (MYTHREAD == 4)
        upc_barrier 2;
    else
        upc_lock(own);
    return 0;
}
X
"$UPCC" -g -pthreads -o stuck stuck.upc
if timeout 60 "$UPCRUN" -sim small -n 6 ./stuck 2>err; then exit 1; fi
grep -q 'deadlock: threads 0-5 wait for each other' err || { cat err; exit 1; }
grep -q \
  'threads 0-3,5: each waits in upc_lock .* which thread 4 holds since main at .*stuck.upc:7' err
grep -q 'thread 4 .*waits in upc_barrier 2, in main at .*stuck.upc:10' err
