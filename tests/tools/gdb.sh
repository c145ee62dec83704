# One gdb for all processes of a job, which prints UPC's pointers, threads and shared objects; MPIR
# for parallel debuggers.
command -v gdb || exit 0
gdb -nx -batch -ex 'python print(1)' | grep -q 1 || exit 0 # without Python
echo 'int main(void) { return 0; }' >traced.c
"${CC:-cc}" -o traced traced.c
# ptrace is not allowed here
gdb -nx -batch -ex 'run' ./traced 2>&1 | grep -q 'exited normally' || exit 0
cat >a.upc <<'X'
#include <stdio.h>
#include <upc.h>
shared int cyclic[10 * THREADS];
shared[4] double blocked[16 * THREADS];
shared[] int indefinite[5];
int main(void) {
  shared int *p = &cyclic[3];
  shared[4] double *q = &blocked[5];
  shared[] int *r = indefinite;
  shared int *null = 0;
  if (MYTHREAD == 0)
    *p = 7, *q = 2.5, r[2] = 9;
  upc_barrier;
  if (MYTHREAD == 1)
    puts("here");
  upc_barrier;
  return null == p;
}
X
"$UPCC" -g -w -o a a.upc
cat >commands <<'X'
set debuginfod enabled off
set breakpoint pending on
break a.upc:15
run
info locals
info upc-threads
info upc-shared
info upc-shared indefinite
info upc-shared blocked
kill inferiors 1 2 3 4
X
UPCRUN_GDB='gdb -nx -q -batch -x commands' "$UPCRUN" -gdb -n 3 ./a >out 2>&1
grep -q '^p = thread 0, offset 0x[0-9a-f]* = &cyclic\[3\]: 7$' out
grep -q '^q = thread 1, phase 1, offset 0x[0-9a-f]* = &blocked\[5\]: 2.5$' out
grep -q '^r = thread 0, offset 0x[0-9a-f]* = &indefinite\[0\]: 0$' out
grep -q '^null = null$' out
grep -q '^\* UPC thread 1  process [0-9]* (thread 3.1)  runs$' out
grep -q '^  UPC thread 2  process [0-9]* (thread 4.1)  ' out
grep -q '^cyclic: shared int \[10\*THREADS\], a.upc:3$' out
grep -q '^\[2\] thread 0: 9$' out
grep -q '^\[5\] thread 1: 2.5$' out
grep -q '^\[47\] thread 2: 0$' out
# Nodes share no memory: what another one's threads do and have is read there.
sed 's/inferiors .*/inferiors 1 2 3 4 5/' commands >commands2
UPCRUN_GDB='gdb -nx -q -batch -x commands2' "$UPCRUN" -gdb -nodes 2 -n 3 ./a >out 2>&1
grep -q '^p = thread 0, offset 0x[0-9a-f]* = &cyclic\[3\]: 7$' out
grep -q '^\* UPC thread 1  process [0-9]* (thread [0-9.]*)  runs$' out
grep -q '^  UPC thread 0  process [0-9]* (thread [0-9.]*)  ' out
grep -q '^  UPC thread 2  process [0-9]* (thread [0-9.]*)  ' out
grep -q '^\[2\] thread 0: 9$' out
grep -q '^\[5\] thread 1: 2.5$' out
grep -q '^\[47\] thread 2: 0$' out

"$UPCC" -g -w -pthreads -o ap a.upc
UPCRUN_GDB='gdb -nx -q -batch -x commands' "$UPCRUN" -gdb -n 3 ./ap >out 2>&1
grep -q '^\* UPC thread 1  process [0-9]* (thread 2.[23])  runs$' out
grep -q '^p = thread 0, offset 0x[0-9a-f]* = &cyclic\[3\]: 7$' out

cat >commands <<'X'
set debuginfod enabled off
break __wrap_main
run
set var MPIR_being_debugged = 1
break MPIR_Breakpoint
continue
print MPIR_debug_state
print MPIR_proctable_size
print MPIR_proctable[2].pid > 0
print MPIR_proctable[2].executable_name
continue
X
UPC_NTHREADS=3 gdb -nx -q -batch -x commands ./a >out 2>&1
grep -q '^\$1 = 1$' out
grep -q '^\$2 = 3$' out
grep -q '^\$3 = 1$' out
grep -q '^\$4 = .*/a"$' out
grep -q '^here$' out
grep -q 'exited normally' out
# Of all nodes.
UPC_NTHREADS=3 UPC_NODES=2 gdb -nx -q -batch -x commands ./a >out 2>&1
grep -q '^\$2 = 3$' out
grep -q '^\$3 = 1$' out
grep -q '^here$' out
