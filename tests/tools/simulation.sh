# upcrun -sim: virtual time is the same in each run and grows according to the platform; mistakes
# have messages.
"$UPCC" -O2 -pthreads -o timed "$ROOT/tests/tools/programs/virtual_time.upc"
at() { awk -v what="$1" '$1 == what { print $2 }' "$2"; }
"$UPCRUN" -sim small -n 6 ./timed >first
"$UPCRUN" -sim small -n 6 ./timed >second
cmp first second
"$UPCRUN" -sim small,jitter=30,seed=5 -n 6 ./timed >jittered
"$UPCRUN" -sim small,jitter=30,seed=5 -n 6 ./timed | cmp - jittered
if cmp -s first jittered; then exit 1; fi
# So it is with threads enough for every level of a machine.
"$UPCRUN" -sim dragonfly,jitter=30,seed=5 -n 320 ./timed >many
"$UPCRUN" -sim dragonfly,jitter=30,seed=5 -n 320 ./timed | cmp - many
# The last thread computes for a millisecond, and all wait for it.
test "$(at compute first)" -ge 1000000
test "$(at compute first)" -lt 1100000

# Latency and bandwidth are the platform's; a slow node and a slow link are felt.
"$UPCRUN" -sim small,network.latency=100us -n 6 ./timed >far
test "$(at barrier far)" -ge 200000
# Few nodes meet at the first one: the last one of three hears of the second after two messages,
# eight leave after two messages, and nine by dissemination after four.
test "$(at relayed far)" -ge 1200000
"$UPCRUN" -sim small,network.latency=100us -n 16 ./timed >eight
test "$(at barrier eight)" -lt 300000
"$UPCRUN" -sim small,network.latency=100us -n 18 ./timed >nine
test "$(at barrier nine)" -ge 400000
"$UPCRUN" -sim small,network.bandwidth=10MB/s -n 6 ./timed >thin
test "$(at large thin)" -ge 13000000
"$UPCRUN" -sim small,slow.link=1:100 -n 6 ./timed >link
test "$(at large link)" -gt $((2 * $(at large first)))
"$UPCRUN" -sim small,slow.node=2:3 -n 6 ./timed >node
test "$(at compute node)" -ge 3000000
# If the network does not read by itself, the source's processor answers one read after another.
pulled() { UPC_COLL=broadcast:pull "$UPCRUN" -sim "small,cores=1${1-}" -n 6 ./timed; }
pulled >read
pulled ,read.overhead=100us >answered
test "$(at broadcast answered)" -ge $(($(at broadcast read) + 490000))
# The target of two-sided messages matches them one after another.
reduced() { UPC_COLL=reduce:push_flat "$UPCRUN" -sim "small,cores=1${1-}" -n 6 ./timed; }
reduced >sent
reduced ,receive.overhead=100us >matched
test "$(at reduce matched)" -ge $(($(at reduce sent) + 490000))
# Threads of a process share an endpoint of the network, and send one after the other. Copies of
# more than the caches hold share the bandwidth of their memory; a reduction takes the time of its
# fold.
flat() { UPC_COLL=reduce:push_flat "$UPCRUN" -sim "small$1" -n 6 ./timed; }
flat '' >apart
flat ,process.threads=2,process.lock=100us >locked
test "$(at reduce locked)" -ge $(($(at reduce apart) + 190000))
cached() { "$UPCRUN" -sim "small,cores=6,memory.bandwidth=1GB/s,cache.size=$1" -n 6 ./timed; }
cached 1000000000 >cached
cached 1000 >uncached
test "$(at large uncached)" -gt $((2 * $(at large cached)))
"$UPCRUN" -sim small,cores=6,cache.size=1000,uncached.bandwidth=10MB/s -n 6 ./timed >thin_memory
test "$(at large thin_memory)" -ge 13000000
"$UPCRUN" -sim small,fold.bandwidth=1MB/s -n 6 ./timed >fold
test "$(at reduce fold)" -ge $(($(at reduce first) + 8000))
# Threads of one node do not use the network.
"$UPCRUN" -sim fat_tree,network.latency=1ms -n 6 ./timed >near
test "$(at barrier near)" -lt 100000

# Measured computing takes time, and more with a larger factor.
"$UPCRUN" -sim small -sim-compute 1000 -n 2 ./timed >slow
test "$(at large slow)" -gt "$(at large first)"

refused() { # refused WHAT STATUS-AND-OPTIONS...
  what=$1
  shift
  if "$UPCRUN" "$@" ./timed 2>err >/dev/null; then exit 1; fi
  grep -q -e "$what" err || { cat err; exit 1; }
}
refused "no such platform; the platforms are .*fat_tree" -sim nowhere -n 2
refused "leave out -nodes" -sim small -nodes 2 -n 4
refused "leave out UPC_TOPOLOGY" -sim small -topology 'numa:2' -n 4
refused "small.platform: cores is '0' and must be from 1 to 1024" -sim small,cores=0 -n 2
refused "network.latency: 'parsec' is no unit of time: ns, us or ms" \
  -sim small,network.latency=3parsec -n 2
refused "'bandwith' is no key of a platform" -sim small,bandwith=3 -n 2
refused "4 threads (upcrun -n) are more than small has cores: 1 nodes of 2" -sim small,nodes=1 -n 4
refused "slow.node 3:2: the job has the nodes 0 to 1" -sim small,slow.node=3:2 -n 4
refused "process.lock.* requires process.threads" -sim small,process.lock=1us -n 4
refused "uncached.bandwidth.* requires cache.size" -sim small,uncached.bandwidth=1GB/s -n 4
refused "process.threads is '3' and must be at most the cores of a node: 2" \
  -sim small,process.threads=3 -n 4
refused "slow.node is ':2' and must be NODE:FACTOR" -sim small,slow.node=:2 -n 4
refused "Is a directory" -sim ./. -n 2
refused "UPC_SIM_COMPUTE is 'much'" -sim small -sim-compute much -n 2
printf 'regions = 1\ncores = two\n' >bad.platform
refused "bad.platform:2: cores is 'two' and must be a number" -sim ./bad.platform -n 2
printf 'regions = 1\n' >bad.platform
refused "bad.platform: 'cores' must be given: 1 to 1024" -sim ./bad.platform -n 2
printf 'regions = 1 guessed\n' >bad.platform
refused "bad.platform:1: regions: 'guessed' is no source: printed, fitted or assumed" \
  -sim ./bad.platform -n 2
"$UPCC" -o processes "$ROOT/tests/tools/programs/virtual_time.upc"
if "$UPCRUN" -sim small -n 2 ./processes 2>err; then exit 1; fi
grep -q 'compile it with upcc -pthreads' err
if UPC_NTHREADS=2 UPC_SIM=/nowhere ./processes 2>err; then exit 1; fi
grep -q 'compile the program with upcc -pthreads' err

# Algorithms are chosen by the platform's costs.
"$UPCRUN" -sim small,network.latency=7us,network.gap=90ns -n 16 -show-coll ./timed 2>list >/dev/null
grep -qx '# simulated: small, 16 threads on 8 nodes of 1 regions of 2 cores' list
grep -qx '# between nodes: latency 15200 ns, gap 90 ns, 0.1 ns a byte' list
"$UPCC" -O2 -pthreads -o scatter "$ROOT/tests/tools/programs/virtual_scatter.upc"
chosen=$("$UPCRUN" -sim small -n 16 ./scatter)
straight=$(UPC_COLL=scatter:pull "$UPCRUN" -sim small -n 16 ./scatter)
[ "$chosen" -le $((straight * 3 / 2)) ] || {
  echo "scatter: $chosen ns, $straight ns straight"
  exit 1
}
UPC_COLL=scatter:pull "$UPCRUN" -sim small -n 16 -show-coll ./timed 2>&1 >/dev/null |
  grep -q '^scatter  *pull .*(forced)'
# The last thread to come may work for all, in virtual time.
UPC_COLL=scatter:last "$UPCRUN" -sim fat_tree -timeout 60 -n 16 ./scatter >last
test "$(cat last)" -ge 4000 # 60 KiB at 14 GB/s

# Checked programs run, and mistakes are found on the simulated machine as on a real one.
"$UPCC" -g -pthreads -o checked "$ROOT/tests/tools/programs/virtual_time.upc"
"$UPCRUN" -sim small -n 6 ./checked >checked.times
test "$(at compute checked.times)" -ge 1000000
cat >beyond.upc <<'END'
#include <stdio.h>
#include <upc.h>
shared int a[4 * THREADS];
int main(int argc, char **argv) {
  shared int *p = &a[0];
  upc_barrier;
  if (MYTHREAD == THREADS - 1)
    p[4 * THREADS + argc] = 3;
  upc_barrier;
  return 0;
}
END
"$UPCC" -g -pthreads -o beyond beyond.upc
if "$UPCRUN" -sim small -n 6 ./beyond 2>err; then exit 1; fi
grep -q 'beyond.upc:8' err || { cat err; exit 1; }

# Every installed platform can be read.
for file in "$(dirname "$UPCRUN")"/../share/partita/platforms/*.platform; do
  "$UPCRUN" -sim "$file" -n 2 ./timed >/dev/null
done

# Barriers take measured time themselves, and no arrival is lost meanwhile.
cat >barriers.upc <<'X'
#include <upc.h>
int main(void)
{
    for (int i = 0; i < 1000; i++)
        upc_barrier;
    return 0;
}
X
"$UPCC" -O2 -pthreads -o barriers barriers.upc
for threads in 2 4 8; do
    timeout 60 "$UPCRUN" -sim fat_tree -sim-compute 1 -n $threads ./barriers
done
