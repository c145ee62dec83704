# -g turns run-time checks on, -fno-upc-check off, -fupc-check on without -g; checked and unchecked
# units link, and are distinguished.
mkdir program
cat >program/main.upc <<'U'
#include <upc_relaxed.h>

extern shared int elsewhere[4 * THREADS];
shared [] int *give(int n);
shared [] int *shared given;

int main(void) {
  shared int *p = &elsewhere[MYTHREAD];
  *p = 1;
  if (MYTHREAD == 0)
    given = give(5);
  upc_barrier;
  if (MYTHREAD == 1)
    given[5] = 1;
  upc_barrier;
  return 0;
}
U
cat >program/other.upc <<'U'
#include <upc_relaxed.h>

shared int elsewhere[4 * THREADS];

shared [] int *give(int n) { return upc_alloc(n * sizeof(int)); }
U
cd program
build() { # build FLAGS-OF-MAIN FLAGS-OF-OTHER
    "$UPCC" $1 -c main.upc
    "$UPCC" $2 -c other.upc
    "$UPCC" -o a main.o other.o 2>link
}
ends_with() { # ends_with PATTERN: the job ends with a message
    if "$UPCRUN" -n 3 ./a 2>err; then exit 1; fi
    grep -q "$1" err || { cat err; exit 1; }
}
place='upcr: thread 1: main.upc:14: write of 4 bytes outside an object: 20 bytes into the part'
place="$place on thread 0, which has 20 bytes"

build -g -g
test ! -s link
ends_with "^$place, of an object allocated by thread 0 at other.upc:5"
"$UPCRUN" -i ./a | grep -q 'main.upc: UPC, run-time checks'

build -fupc-check ''
grep -q '^upcc: note: other.o compiled without run-time checks, main.o with them' link
ends_with "^$place, of an object allocated by thread 0 in code without checks"
"$UPCRUN" -i ./a | grep 'other.upc: UPC' | grep -vq checks

for off in '' '-g -fno-upc-check' -g0; do
    build "$off" "$off"
    test ! -s link
    "$UPCRUN" -n 3 ./a
    "$UPCC" $off -trans main.upc
    if grep -q __builtin_FILE main.trans.c; then exit 1; fi
done
