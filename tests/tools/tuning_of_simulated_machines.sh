# upctune -sim: the table of a simulated machine is found by its platform, changes choices that its
# costs get wrong, and is refused once the platform has changed.
export XDG_CONFIG_HOME=$PWD/config
unset UPC_COLL_TABLE
upctune=$(dirname "$UPCRUN")/upctune
cat >timed.upc <<'X'
#include <stdio.h>
#include <upc.h>
#include <upc_collective.h>
#include <upc_tick.h>
enum { MOST = 32768, SIZES = 3 };
shared [MOST] char from[MOST * THREADS], to[MOST * THREADS];
static unsigned long long timed(size_t n) {
  upc_barrier;
  upc_tick_t begin = upc_ticks_now();
  for (int i = 0; i < 20; i++)
    upc_all_broadcast(to, from, n, UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
  upc_barrier;
  return upc_ticks_to_ns(upc_ticks_now() - begin);
}
int main(void) {
  size_t sizes[SIZES] = {8, 2048, MOST};
  for (int i = 0; i < SIZES; i++) {
    timed(sizes[i]);
    unsigned long long ns = timed(sizes[i]);
    if (MYTHREAD == 0)
      printf("%llu\n", ns);
  }
  return 0;
}
X
"$UPCC" -O2 -pthreads -o timed timed.upc
origin() {
  "$UPCRUN" -sim "$1" -n 16 -show-coll ./timed 2>&1 >/dev/null |
    sed -n 's/^# algorithms are chosen by //p'
}
costs='the shipped rules, and beyond those by the costs of the simulated machine'
test "$(origin small)" = "$costs"

options='-sim small -quick -threads 16 -only broadcast -largest 32K'
# shellcheck disable=SC2086 # a list of words
"$upctune" $options >map 2>log || { cat log; exit 1; }
table=$PWD/config/partita/collectives-simulated-small-2x1.table
grep -q '^processor simulated small [0-9a-f]*$' "$table"
grep -q '^broadcast  *[0-9]*  *9-16  loose+pthreads ' "$table"
if grep '^cost ' "$table"; then exit 1; fi
grep -q '^Of [1-9][0-9]* sizes measured, [1-9]' map # the costs are wrong somewhere
test "$(origin small)" = "$table ($(grep -c '^broadcast ' "$table") rules), then $costs"
"$UPCRUN" -sim small -n 16 -show-coll ./timed 2>&1 >/dev/null | grep -qx '# by the table: broadcast'
# Numbers of threads that were not measured are left to the costs.
"$UPCRUN" -sim small -n 17 -show-coll ./timed >list 2>&1
if grep 'by the table' list; then exit 1; fi

# Loops of a measurement end without the barrier that ends those here, so a size may take somewhat
# longer than without the table; one takes less, and all together.
"$UPCRUN" -sim small -n 16 ./timed >with
UPC_COLL_TABLE=none "$UPCRUN" -sim small -n 16 ./timed >without
paste with without
paste with without |
  awk '$1 > 1.2 * $2 { bad = 1 } $1 < $2 { less = 1 } { with += $1; without += $2 }
    END { exit bad || !less || with >= without }'

# The same measurements make the same table.
cp "$table" first
# shellcheck disable=SC2086
"$upctune" $options >map 2>log
cmp first "$table"

# Changes after the name make another machine, which has no table, and may get its own.
test "$(origin small,jitter=5)" = "$costs"
"$upctune" -sim small,network.latency=3us -quick -threads 4 -only reduce -largest 64 >map 2>log
test "$(ls config/partita/collectives-simulated-small-*-2x1.table | wc -l)" = 1
origin small,network.latency=3us | grep -q '/collectives-simulated-small-[0-9a-f]*-2x1.table ('

# An edited platform has the table of before, which is refused.
sed 's/= 1 us/= 2 us/' "$(dirname "$UPCRUN")/../share/partita/platforms/small.platform" \
  >small.platform
"$UPCRUN" -sim ./small.platform -n 16 ./timed >/dev/null 2>err
test "$(wc -l <err)" = 1
grep -q 'small-2x1.table is not used: the platform has changed since it was measured' err
grep -q "'simulated small [0-9a-f]*'; run upctune -sim to renew it" err
echo '# comments change nothing' >>small.platform
sed -i 's/= 2 us/= 1 us/' small.platform
origin ./small.platform | grep -q "^$table"
# Nor does a job on this machine take it.
UPC_COLL_TABLE=$table "$UPCRUN" -n 2 ./timed 2>&1 >/dev/null | grep -q 'it is for another processor'

refused() { # refused WHAT OPTIONS...
  what=$1
  shift
  if "$upctune" "$@" 2>err >/dev/null; then exit 1; fi
  grep -q -e "$what" err || { cat err; exit 1; }
}
refused 'no such platform; the platforms are .*fat_tree' -sim nowhere
refused '4 threads (upcrun -n) are more than small has cores' -sim small,nodes=1 -threads 4
refused 'leave out -time: virtual times are the same in each run' -sim small -time 5
refused 'leave out -far: the platform has the costs of its network' -sim small -far '-nodes 2'
