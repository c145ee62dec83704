# An index below 0 of the first shared object is distinguished from a null pointer-to-shared, with
# the line.
cat >a.upc <<'X'
#include <stdlib.h>
#include <upc.h>
struct s { int part[600]; };
shared int a[4 * THREADS];
shared struct s *null;
int main(int argc, char **argv)
{
    int which = atoi(argv[argc - 1]);
    a[MYTHREAD] = 1;
    upc_barrier;
    if (MYTHREAD == 0 && which == 1)
        a[-which] = 1;
    if (MYTHREAD == 0 && which == 2)
        (&a[1])[-which - THREADS] = 1;
    if (MYTHREAD == THREADS - 1 && which == 3)
        null->part[5] = 1;
    if (MYTHREAD == 0 && which == 4)
        null[THREADS - 1].part[0] = 1;
    upc_barrier;
    return 0;
}
X
# said OPTIONS ARGUMENT TEXT LINE: the output of a job of three threads at its end.
said() {
  # shellcheck disable=SC2086
  if "$UPCRUN" -n 3 $1 ./a "$2" 2>err; then exit 1; fi
  grep -q "$3" err && { test -z "$4" || grep -q "in main at .*a.upc:$4\$" err; } || {
    cat err
    exit 1
  }
}
before='before the shared objects of thread'
moved='a null pointer-to-shared was used that was moved by'
for mode in '' -pthreads; do
  "$UPCC" $mode -o a a.upc
  for where in '' ${mode:+'-p 3' '-p 2'}; do
    said "$where" 1 "this is 4 bytes $before 2: a negative index, or " 12
    said "$where" 2 "this is 8 bytes $before 2: a negative index, or " 14
    said "$where" 3 "$moved 20 bytes and 0 threads" 16
    said "$where" 4 "$moved 0 bytes and 2 threads" 18
  done
done
"$UPCC" -o a a.upc
said '-pshm-width 1' 1 \
  "no object: thread 2, offset 0xffc; this is 4 bytes $before 2: a negative index" ''
said '-pshm-width 1' 3 "$moved 20 bytes and 0 threads" ''
said '-pshm-width 1' 4 "$moved 0 bytes and 2 threads" ''
"$UPCC" -g -o a a.upc
said '' 1 "a.upc:12: .*'a'" ''
said '-pshm-width 1' 1 "a.upc:12: .*'a'" ''
