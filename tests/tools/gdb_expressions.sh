# gdb's `print` takes expressions of UPC: elements, pointers-to-shared, their arithmetic, MYTHREAD
# and THREADS; $upc() does elsewhere.
command -v gdb || exit 0
gdb -nx -batch -ex 'python print(1)' | grep -q 1 || exit 0 # without Python
echo 'int main(void) { return 0; }' >traced.c
"${CC:-cc}" -o traced traced.c
# ptrace is not allowed here
gdb -nx -batch -ex 'run' ./traced 2>&1 | grep -q 'exited normally' || exit 0
cat >a.upc <<'END'
#include <stdio.h>
#include <upc.h>
struct point { int x, y; };
typedef struct { int v; shared int *to; } link_t;
struct node { shared struct node *next; int value; };
shared int cyclic[10 * THREADS];
shared[4] double blocked[16 * THREADS];
shared[2] int grid[THREADS][6];
shared[] int indefinite[5];
shared struct point points[THREADS];
shared link_t links[THREADS];
shared int one, unused[THREADS];
shared int *shared heads[THREADS];
static int after(shared[4] double *from, int n) {
  shared[4] double *q = from + n;
  int cyclic = 5;                      /* hides the array */
  return (int)*q + cyclic;             /* line 17 */
}
int main(void) {
  static shared int counter[THREADS];
  shared int *p = &cyclic[3], *null = 0;
  shared int *ps[2] = {&cyclic[4], &counter[1]};
  shared struct point *heap = upc_all_alloc(THREADS, sizeof(struct point));
  struct node end = {0, 9};
  link_t mine = {3, &cyclic[4]};
  if (MYTHREAD == 0) {
    *p = 7, cyclic[4] = 44, cyclic[5] = 55, blocked[5] = 2.5, blocked[6] = 3.5, indefinite[2] = 9;
    grid[1][2] = 4, points[1].x = 4, heap[1].y = 6, links[1].v = 8, links[1].to = &cyclic[5];
    counter[1] = 11, heads[1] = p, one = 3;
  }
  upc_barrier;
  if (MYTHREAD == 1)
    puts("here");                      /* line 33 */
  upc_barrier;
  return after(&blocked[4], 1) == 0 && null == p && ps[0] && mine.v && end.value && heap;
}
END
"$UPCC" -g -w -o a a.upc
"$UPCC" -g -w -pthreads -o ap a.upc

# Lines: expression, what gdb answers.
cat >cases <<'END'
cyclic[4] => 44
cyclic[MYTHREAD + 4] + 1 => 56
*p => 7
p => thread 0, offset 0x[0-9a-f]* = &cyclic\[3\]: 7
p + 2 => thread 2, offset 0x[0-9a-f]* = &cyclic\[5\]: 55
p - &cyclic[1] => 2
p == &cyclic[3] => 1
&blocked[6] => thread 1, phase 2, offset 0x[0-9a-f]* = &blocked\[6\]: 3.5
blocked[5] => 2.5
upc_phaseof(&blocked[6]) => 2
upc_threadof(&cyclic[5]) => 2
grid => {{0, 0, 0, 0, 0, 0}, {0, 0, 4, 0, 0, 0}, {0, 0, 0, 0, 0, 0}}
grid[1] => {0, 0, 4, 0, 0, 0}
grid[1][2] => 4
indefinite => {0, 0, 9, 0, 0}
points[1] => {x = 4, y = 0}
points[1].x * 2 => 8
heap[1].y => 6
(heap + 1)->y => 6
*(shared struct point *) heap => {x = 0, y = 0}
links[1].v => 8
*links[1].to => 55
mine.v => 3
*mine.to => 44
ps[1][0] => 11
*ps[0] => 44
counter[1] => 11
counter => {0, 11, 0}
*heads[1] => 7
one => 3
end.next => null
MYTHREAD => 1
THREADS => 3
cyclic[3]@3 => {7, 44, 55}
null ? 1 : 2 => 2
sizeof(points) => 24
1 + 2 => 3
$upc("cyclic[4]") + 1 => 45
cyclic[5] = 77 => 77
*links[1].to => 77
p = p + 1 => thread 1, offset 0x[0-9a-f]* = &cyclic\[4\]: 44
*p => 44
END
{
    echo 'set debuginfod enabled off'
    echo 'set breakpoint pending on'
    echo 'print 1 + 1'
    echo 'break a.upc:33 if MYTHREAD == 1'
    echo 'run'
    sed 's/ => .*//; s/^/print /' cases
    echo 'print/x cyclic[4]'
    echo 'print -pretty -- points[1]'
    echo 'printf "%d of thread", $upc("cyclic[4]")'
    echo 'kill inferiors 1 2 3 4'
} >commands
for program in a ap; do
    UPCRUN_GDB='gdb -nx -q -batch -x commands' "$UPCRUN" -gdb -n 3 "./$program" >out 2>&1
    grep '^\$' out | sed 's/^[$0-9]* = //' >answers
    number=1 # 1 + 1, before there is a job
    sed 's/.* => //' cases | while read -r wanted; do
        number=$((number + 1))
        answer=$(sed -n "${number}p" answers)
        echo "$answer" | grep -q "^$wanted\$" || {
          echo "$program: '$answer', not '$wanted'"
          exit 1
        }
    done
    grep -q '^UPC: print takes a\[i\], \*p' out
    [ "$(grep -c '^UPC: ' out)" = 1 ] # one line
    grep -q '^\$.* = 0x2c$' out
    grep -q '^  x = 4,$' out
    grep -q '^44 of thread' out
done

# A local name hides a shared one; a parameter has its type.
cat >commands <<'END'
set debuginfod enabled off
set breakpoint pending on
break a.upc:17
run
print cyclic
print *from
print q[1]
kill inferiors 1 2 3
END
UPCRUN_GDB='gdb -nx -q -batch -x commands' "$UPCRUN" -gdb -n 2 ./a >out 2>&1
grep '^\$' out | tr '\n' ' ' | grep -q '^\$1 = 5 \$2 = 0 \$3 = 3.5 $'

# Impossible requests get a message; without a job, or in a program without UPC, print is gdb's own.
refused() { # refused EXPRESSION MESSAGE
    {
        printf 'set debuginfod enabled off\nset breakpoint pending on\nbreak a.upc:33\nrun\n'
        printf '%s\n' python try: "  gdb.execute(\"print $1\")" 'except gdb.error as e:' \
          '  print("said: %s" % e)' end
        echo 'kill inferiors 1 2 3 4'
    } >commands
    UPCRUN_GDB='gdb -nx -q -batch -x commands' "$UPCRUN" -gdb -n 3 ./a >out 2>&1
    grep -q "said: .*$2" out
}
refused '*null' 'It is a null pointer-to-shared.'
refused 'unused[1]' "'unused' has no place: no code of the program uses it"
refused 'p++' 'write p = p + 1'
refused 'nothing_such[3]' 'No symbol "nothing_such" in current context.'
script=$(dirname "$UPCC")/../share/partita/gdb/partita.py
gdb -nx -q -batch -ex "source $script" -ex 'print cyclic[3]' ./a 2>&1 |
  grep -q "'cyclic' is shared: it has a place and values once the job runs"
gdb -nx -q -batch -ex "source $script" -ex 'print 6 * 7' ./traced 2>&1 | grep -q '^\$1 = 42$'
