# Threads are bound as requested, within the job's processors; upcrun -v prints their places.
cat >a.upc <<'X'
#include <stdio.h>
#include <string.h>
#include <upc.h>
int main(void) { /* the processors of each thread, as the system has them */
  char line[200];
  FILE *file = fopen("/proc/thread-self/status", "r");
  while (fgets(line, sizeof line, file))
    if (strncmp(line, "Cpus_allowed_list:", 18) == 0)
      printf("%d %s", MYTHREAD, line + 19);
  return 0;
}
X
"$UPCC" -pthreads -o a a.upc
mine=$(sed -n 's/^Cpus_allowed_list:[[:space:]]*//p' /proc/self/status)
first=${mine%%[,-]*} last=${mine##*[,-]}
on() { "$UPCRUN" -n "$@" ./a | sort; }
test "$(on 2 -bind none)" = "0 $mine
1 $mine"
for layout in '-p 1' '-p 2'; do
  test "$(on 3 $layout -bind "$last,$first")" = "0 $last
1 $first
2 $last"
  test "$(on 2 $layout -bind "$mine:$last")" = "0 $mine
1 $last"
done
# A core's processors are among those that the job may use, and what is left by taskset is all there
# is.
on 64 -bind core >all
test "$(cut -d' ' -f2 all | tr ',-' '\n\n' | sort -n | head -n 1)" = "$first"
test "$(cut -d' ' -f2 all | tr ',-' '\n\n' | sort -n | tail -n 1)" = "$last"
test "$(taskset -c "$last" "$UPCRUN" -n 2 -bind-threads ./a | sort)" = "0 $last
1 $last"
# More threads than processors are not bound unless requested.
on 300 >all
test "$(cut -d' ' -f2 all | sort -u)" = "$mine"
# Mistakes name the value and what is allowed.
for list in 16000 '0,' 1-0 sideways 99999; do
  ! "$UPCRUN" -n 2 -bind "$list" ./a 2>err
  grep -q "UPC_BIND.*'$list'.* $mine" err
done
"$UPCRUN" -n 2 -v -bind core ./a 2>map >out
grep -q "^upcr: binding  core" map
grep -q "^upcr: thread 1 .*process 0 .*NUMA region [0-9]* .*core [0-9]* .*processors [0-9]" map
