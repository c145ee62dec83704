# Checked and unchecked objects and archives in one executable, in each mode and with optimisation:
# they run, and upcc names the unchecked ones.
cat >main.upc <<'U'
#include <stdio.h>
#include <stdlib.h>
#include <upc.h>
extern shared int a[4 * THREADS];
void fill(int first);
int sum(int first);

int main(int argc, char **argv) {
  int i, n = 0, first = argc > 1 ? atoi(argv[1]) : 0;
  fill(0);
  upc_barrier;
  upc_forall (i = 0; i < 4 * THREADS; i++; &a[i])
    n += a[i + first];
  n -= sum(0);
  upc_barrier;
  if (MYTHREAD == 0)
    puts(n == 0 ? "ok" : "bad");
  return 0;
}
U
cat >part.upc <<'U'
#include <upc.h>
shared int a[4 * THREADS];

void fill(int first) {
  int i;
  upc_forall (i = 0; i < 4 * THREADS; i++; &a[i])
    a[i + first] = i;
}

int sum(int first) {
  int i, n = 0;
  upc_forall (i = 0; i < 4 * THREADS; i++; &a[i])
    n += a[i + first];
  return n;
}
U
for mode in '' -pthreads -O3 '-O3 -pthreads'; do
    for main in '' -g; do
        for part in '' -g; do
            "$UPCC" $mode $main -c main.upc
            "$UPCC" $mode $part -c part.upc
            rm -f libpart.a
            ar rcs libpart.a part.o
            for object in part.o libpart.a; do
                "$UPCC" $mode -o program main.o $object 2>link
                test "$("$UPCRUN" -n 3 ./program)" = ok
                "$UPCRUN" -i ./program >info
                test "$(grep -c 'run-time checks' info)" = \
                  "$(printf '%s' "$main$part" | tr -cd g | wc -c)"
                without='compiled without run-time checks'
                case "$main,$part" in
                -g,) grep -q "^upcc: note: .*part.o.* $without, main.o with them" link ;;
                ,-g) grep -q "^upcc: note: main.o $without, .*part.o.* with them" link ;;
                *) test ! -s link ;;
                esac
                if [ "$main" = -g ]; then
                    if "$UPCRUN" -n 3 ./program 1 2>err; then exit 1; fi
                    grep -q "^upcr: thread 2: main.upc:13: subscript 12 of 'a' is outside 0 to 11" \
                      err
                fi
            done
        done
    done
done
