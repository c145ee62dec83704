# gdb answers each expression in the table of docs/debugging.md.
command -v gdb || exit 0
gdb -nx -batch -ex 'python print(1)' | grep -q 1 || exit 0 # without Python
echo 'int main(void) { return 0; }' >traced.c
"${CC:-cc}" -o traced traced.c
# ptrace is not allowed here
gdb -nx -batch -ex 'run' ./traced 2>&1 | grep -q 'exited normally' || exit 0
cat >prog.upc <<'END'
#include <upc.h>
struct node { shared struct node *next; int value; };
shared int a[8 * THREADS], one;
shared [2] int grid[THREADS][6];
shared struct node nodes[2 * THREADS];
static int f(shared struct node *p, shared struct node *q) {
  return p != q;                         /* line 7 */
}
int main(void) {
  if (MYTHREAD == 0) {
    a[4] = 44, one = grid[1][2] + 1;
    nodes[0].next = &nodes[1], nodes[1].value = 9, nodes[1].next = &nodes[0];
  }
  upc_barrier;
  return f(&nodes[0], &nodes[1]) == 0;
}
END
"$UPCC" -g -O0 -w -o prog prog.upc
awk -F'|' '/^\| `(print|info) / { print $2 }' "$ROOT/docs/debugging.md" | grep -o '`[^`]*`' |
  tr -d '`' | grep -E '^(print|info)' >expressions
test "$(wc -l <expressions)" -gt 22
{
  echo 'break prog.upc:7 if MYTHREAD == 1'
  echo run
  while read -r expression; do
    printf 'echo \\n== %s\\n\n%s\n' "$expression" "$expression"
  done <expressions
  echo kill
} >commands
# gdb ends at the first command that fails.
UPCRUN_GDB='gdb -q -nx -batch -x commands' "$UPCRUN" -gdb -n 2 ./prog >out 2>&1 || true
if grep -q 'Error in sourced' out; then
  cat out
  exit 1
fi
test "$(grep -c '^== ' out)" = "$(wc -l <expressions)"
# The list is circular: the object that a pointer points to is printed, but none behind it.
! grep -q RecursionError out
grep -A1 -Fx '== print p' out | grep -q '&nodes\[0\]: {next = .*&nodes\[1\], value = 0}$'
grep -A1 -Fx '== print a[4]' out | grep -qx '\$[0-9]* = 44'
grep -A1 -Fx '== print p->next->value' out | grep -qx '\$[0-9]* = 9'
