# Steps and messages of the defaults grow with the logarithm of the threads: here a message
# between two nodes takes a millisecond and all else next to nothing, so that virtual milliseconds
# count the messages that follow each other.
cat >steps.platform <<'END'
regions = 1
cores = 16
region.latency = 1 ns
region.bandwidth = 10000 GB/s
network.latency = 1 ms
network.bandwidth = 10000 GB/s
END
"$UPCC" -O2 -pthreads -o scaling "$ROOT/tests/tools/programs/scaling.upc"
of() { awk -v what="$1" -v column="$2" '$1 == what { print $column }' "$3"; }
# at THREADS LEVELS OPERATION...: LEVELS is ceil(log2(nodes)). A measurement's last barrier takes
# so many steps; a round trip is two.
at() {
  threads=$1 levels=$2
  shift 2
  "$UPCRUN" -sim ./steps.platform -n "$threads" -shared-heap 64K ./scaling barrier "$@" >times
  test $(($(of barrier 2 times) / 1000000)) = $((2 * levels))
  for what in "$@"; do
    steps=$(($(of "$what" 2 times) / 1000000)) messages=$(of "$what" 3 times)
    [ $steps -le $((3 * levels)) ] || { echo "$what, $threads threads: $steps steps"; exit 1; }
    [ "$messages" -le $((2 * levels)) ] || {
      echo "$what, $threads threads: $messages messages"
      exit 1
    }
  done
}
at 256 4 broadcast reduce_all alloc
at 1024 6 broadcast reduce_all alloc
# 16,384 threads take minutes: in the full run alone.
if [ "${UPC_TEST_FULL:-0}" = 1 ]; then
  at 16384 10 broadcast reduce_all alloc
fi
at 4096 8 broadcast reduce_all alloc
