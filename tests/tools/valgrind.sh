# The runtime works under Valgrind's memcheck: a correct program gives no message, also about leaks,
# and memcheck finds the errors of others.
if ! command -v valgrind; then exit 0; fi
cat >a.upc <<'Y'
#include <stdio.h>
#include <stdlib.h>
#include <upc.h>
shared int sum;
int main(int argc, char **argv)
{
    upc_lock_t *lock = upc_all_lock_alloc();
    int *own = malloc(sizeof(int));
    *own = MYTHREAD;
    upc_lock(lock);
    sum += own[argc - 1]; /* with an argument: behind the block */
    upc_unlock(lock);
    free(own);
    upc_barrier;
    if (MYTHREAD == 0)
        puts("ok");
    upc_all_lock_free(lock);
    return 0;
}
Y
"$UPCC" -g0 -pthreads -o p a.upc
# The search for leaks reads the whole shared heap, so this is small if no size is asked for.
check() {
  valgrind -q --trace-children=yes --error-exitcode=9 --leak-check=full "$UPCRUN" -n 2 -p 2 ./p \
    "$@" >out 2>err
}
check
test "$(cat out)" = ok
if grep . err; then exit 1; fi
if check behind; then exit 1; fi
grep -q 'Invalid read of size 4' err

# In every mode, and where the program asks for more than there is.
cat >large.upc <<'Y'
#include <stdio.h>
#include <upc.h>
int main(void)
{
    if (!upc_all_alloc(THREADS, 20 << 20) && MYTHREAD == 0)
        puts("none");
    return 0;
}
Y
"$UPCC" -g0 -o a a.upc
"$UPCC" -g0 -o large large.upc
for how in '-n 2' '-n 2 -pshm-width 1'; do
  # shellcheck disable=SC2086
  test "$(timeout 60 valgrind -q --trace-children=yes "$UPCRUN" $how ./a)" = ok
done
test "$(valgrind -q --trace-children=yes "$UPCRUN" -n 2 ./large 2>err)" = none
has='which has 16 MB per thread under valgrind; upcrun -shared-heap sets another'
grep -q "no room for 20971520 bytes in the shared heap, $has" err
test "$(valgrind -q --trace-children=yes "$UPCRUN" -n 2 -shared-heap 64M ./large 2>err)" = ''
if grep . err; then exit 1; fi
test "$("$UPCRUN" -n 2 ./large)" = ''

# Symbols of shared arrays have offsets for values: no tool takes them for the code's.
cat >arrays.upc <<'Y'
#include <stdio.h>
#include <upc.h>
static shared char a[256 << 10], b[256 << 10], c[256 << 10], d[256 << 10];
int main(void)
{
    a[0] = b[0] = c[0] = d[0] = 1;
    puts("ok");
    return 0;
}
Y
"$UPCC" -T 1 -o arrays arrays.upc
test "$(valgrind -q ./arrays)" = ok
