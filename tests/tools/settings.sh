# The runtime's variables: the table, typing mistakes, names of other systems, what each of some
# does. Every one is read.
sed -n 's/^SETTING(\([a-z_]*\),.*/\1/p' "$ROOT/runtime/src/base/settings.def" >fields
[ "$(wc -l <fields)" -gt 40 ]
while read -r field; do grep -rqw "upcr_settings\.$field" "$ROOT/runtime/src"; done <fields
cat >a.upc <<'X'
#include <stdio.h>
#include <upc.h>
int main(void) {
  for (int i = 0; i < 20; i++) {
    unsigned long at = (unsigned long)(char *)(shared[] char *)upc_alloc(100);
    if (at % 64) {
      puts("packed");
      return 0;
    }
  }
  puts("lines");
  return 0;
}
X
"$UPCC" -o a a.upc
test "$("$UPCRUN" -n 1 ./a)" = packed
test "$(UPC_SHARED_ALLOC_ALIGN=64B "$UPCRUN" -n 1 ./a)" = lines
UPC_FIRSTTOUCH=no "$UPCRUN" -n 2 -huge-pages no -show-env ./a 2>table
grep -q '^UPC_NTHREADS  *= 2  *(upcrun; default: ' table
grep -q '^UPC_FIRSTTOUCH  *= no  *(environment; default: yes)' table
grep -q '^UPC_HUGE_PAGES  *= no  *(upcrun; default: no)' table
grep -q '^UPC_SHARED_ALLOC_ALIGN  *= 1K  *(default; default: 1K)' table
warns() { env "$1" "$UPCRUN" -n 1 ./a 2>err; grep -q "$2" err; }
! GASNET_BACKTRACE=perhaps "$UPCRUN" -n 1 ./a 2>err
grep -q "GASNET_BACKTRACE is 'perhaps': it must be yes or no" err
! UPC_BACKTRACE=perhaps "$UPCRUN" -n 1 ./a 2>err
grep -q "UPC_BACKTRACE (upcrun -backtrace, -nobacktrace) is 'perhaps'" err
warns UPC_SHARED_MEMROY=posix 'did you mean UPC_SHARED_MEMORY?'
warns UPC_TOPOLGY=x 'did you mean UPC_TOPOLOGY?'
warns UPC_BNID=x 'did you mean UPC_BIND?'
warns UPC_DEBUG=x 'has no effect in this release'
UPC_SSH=rsh ./a 2>err
test ! -s err
warns UPC_ZZZ_ZZZ=x 'UPC_SHOW_ENV=1 lists'
warns UPC_FOO=x 'UPC_SHOW_ENV=1 lists'
UPC_NO_WARN=1 UPC_ZZZ_ZZZ=x "$UPCRUN" -n 1 ./a 2>err
test ! -s err
UPC_VERBOSE=1 "$UPCRUN" -q -n 1 ./a 2>err
test ! -s err
UPC_QUIET=1 UPCRUN_FLAGS=-v "$UPCRUN" -n 1 ./a 2>err
grep -q '^upcr: ' err
UPC_QUIET=1 UPC_VERBOSE=1 UPCRUN_FLAGS='' "$UPCRUN" -n 1 ./a 2>err
test ! -s err
UPC_ENVPREFIX=MY_ UPC_SIZE_WARN=yes "$UPCRUN" -n 1 ./a 2>err
test ! -s err
cat >b.upc <<'X'
#include <stdio.h>
#include <upc.h>
int main(void) {
  for (int i = 0; i < 4; i++) {
    upc_lock_t *lock = upc_all_lock_alloc();
    upc_lock(lock);
    upc_unlock(lock);
    if (MYTHREAD == 0)
      printf("%d ", (int)upc_threadof(lock));
    upc_all_lock_free(lock);
  }
}
X
"$UPCC" -pthreads -o b b.upc
for options in '-p 1' '-p 2' '-pshm-width 1'; do
  test "$("$UPCRUN" -n 3 $options ./b)" = '0 0 0 0 '
  test "$(UPC_LOCKS_RR=1 "$UPCRUN" -n 3 $options ./b)" = '0 1 2 0 '
done
# upcrun -v names each process with its number in the system and its threads.
cat >pids.upc <<'X'
#include <stdio.h>
#include <unistd.h>
#include <upc.h>
int main(void) {
  if (MYTHREAD % 2 == 0)
    printf("%d\n", (int)getpid());
}
X
"$UPCC" -pthreads -o pids pids.upc
"$UPCRUN" -v -n 5 -p 2 ./pids 2>shown | sort >ran
sed -n 's/^upcr: process [012] *pid \([0-9]*\) .*/\1/p' shown | sort | cmp - ran
test "$(sed -n 's/^upcr: process \([0-9]\) *pid [0-9]* */\1 /p' shown)" = '0 threads 0-1
1 threads 2-3
2 thread 4'
UPC_VERBOSE=1 UPC_NTHREADS=1 ./pids 2>shown >ran
test "$(sed -n 's/^upcr: process 0 *pid \([0-9]*\) *thread 0$/\1/p' shown)" = "$(cat ran)"

# A stack of the requested size, of threads that are pthreads.
cat >deep.upc <<'X'
#include <stdio.h>
#include <string.h>
#include <upc.h>
static long fill(int levels) {
  volatile char here[1 << 20];
  memset((char *)here, levels, sizeof here);
  return levels ? fill(levels - 1) + here[levels] : 0;
}
int main(void) {
  if (MYTHREAD > 0)
    printf("%ld\n", fill(90));
}
X
"$UPCC" -pthreads -o deep deep.upc
test "$(UPC_STACK_SIZE=100 "$UPCRUN" -n 2 -p 2 ./deep)" = 4095
! UPC_STACK_SIZE=16M "$UPCRUN" -n 2 -p 2 -nobacktrace ./deep 2>err
grep -q 'the stack is full: .*UPC_STACK_SIZE' err
grep -q 'ulimit -s, now [0-9u]' err
