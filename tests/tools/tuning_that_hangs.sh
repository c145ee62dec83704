# A measuring program that hangs is ended by its limit, and named with it. Nothing outlives upctune,
# however it ends.
export XDG_CONFIG_HOME=$PWD/config TMPDIR=$PWD/left
mkdir -p left bin share/partita/tune
cp "$(dirname "$UPCRUN")/upctune" bin
ln -s "$UPCC" "$UPCRUN" bin
cp "$(dirname "$UPCRUN")"/../share/partita/tune/costs.upc share/partita/tune
cat >share/partita/tune/measure.upc <<'X'
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <upc.h>
int main(int argc, char **argv) {
  if (argc == 2 && strcmp(argv[1], "where") == 0) {
    puts("\n0\nprocessor none\nprocessors 2");
    return 0;
  }
  upc_barrier;
  if (MYTHREAD == 0)
    fclose(fopen("hangs", "w"));
  for (;;)
    sleep(1);
}
X
options='-sim small -threads 2 -only reduce -o none.table'
gone() {
  for _ in $(seq 200); do
    grep -ls "$TMPDIR/upctune[-]" /proc/[0-9]*/cmdline >list || return 0
    sleep 0.1
  done
  cat list
  return 1
}

# shellcheck disable=SC2086 # a list of words
if bin/upctune $options -limit 1 2>err; then exit 1; fi
grep -q '^upctune: measure reduce .* has not ended in 1 s (upctune -limit):$' err
grep -q 'the job has not ended in 1 s (upcrun -timeout' err
test -z "$(ls left)"
gone

# A signal to upctune alone, also one that cannot be caught, ends the job too.
for number in 15 9; do
  rm -f hangs
  # shellcheck disable=SC2086
  bin/upctune $options 2>err &
  for _ in $(seq 600); do
    test ! -e hangs || break
    sleep 0.1
  done
  test -e hangs
  kill -$number $!
  status=0
  wait $! || status=$?
  gone
  test $status = $((128 + number))
  test $number = 9 || { test -z "$(ls left)" && grep -q '^upctune: ended by signal 15$' err; }
done
