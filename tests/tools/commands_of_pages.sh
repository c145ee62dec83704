# The commands and programs of pages that have no test of their own work as written, those for one
# machine.
docs=$ROOT/docs
PATH=$(dirname "$UPCC"):$PATH
cat >prog.upc <<'END'
#include <upc.h>
shared [4] int a[4 * THREADS];
int main(void) {
  int mine[4] = {MYTHREAD};
  upc_memput(&a[(MYTHREAD + 1) % THREADS * 4], mine, sizeof mine);
  upc_barrier;
  return a[MYTHREAD * 4] != (MYTHREAD + THREADS - 1) % THREADS;
}
END
cp prog.upc squares.upc
upcc -o squares squares.upc
upcc -o prog prog.upc
# Indented lines that begin with a command, a variable before it or not.
for page in profiling conduits network hosts testing; do
  grep -E '^    ([A-Z_]+=[^ ]+ )?upc(c|run) ' "$docs/$page.md" | grep -v -e -hosts -e -hostfile \
    -e ' -sim ' -e '^    upcrun -n 64 ' | sed "s/^/set -- $page; /" >>commands
done
test "$(wc -l <commands)" -ge 10
while read -r command; do
  sh -euc "$command" </dev/null >out 2>&1 || {
    echo "$command"
    cat out
    exit 1
  }
done <commands
test -s page.html

# The fragment of docs/tasks.md: a function, then calls.
awk '/^    / && !done { print substr($0, 5); on = 1; next } on && /^[^ ]/ { done = 1 }' \
  "$docs/tasks.md" >fragment
{
  cat <<'END'
#include <stdio.h>
#include <upc.h>
#include <upcx_tasks.h>
struct range { double from, to; };
static double integrate(double from, double to) { return to * to - from * from; }
static void print_status(const void *argument, void *result) { puts("status"); }
END
  sed '/^}/q' fragment
  echo 'int main(void) { struct range range = {1, 3}; double sum = 0;'
  sed '1,/^}/d' fragment
  printf '%s\n' 'printf("%g\n", sum); return 0; }'
} >tasks.upc
upcc -o tasks tasks.upc
upcrun -n 4 ./tasks >out
test "$(grep -cx 8 out)" = 4
test "$(grep -cx status out)" = 4
