# On simulated nodes, barriers and collectives of small data grow with the logarithm of the threads.
"$UPCC" -O2 -pthreads -o timed "$ROOT/tests/tools/programs/virtual_time.upc"
"$UPCRUN" -sim small -shared-heap 1M -n 16 ./timed >few
"$UPCRUN" -sim small -shared-heap 1M -n 512 ./timed >many
# 8 and 256 nodes: 3 and 8 rounds between nodes, and what is within a node.
for what in barrier broadcast reduce; do
  few=$(awk -v what="$what" '$1 == what { print $2 }' few)
  many=$(awk -v what="$what" '$1 == what { print $2 }' many)
  [ "$many" -le $((4 * few)) ] || { echo "$what: $few ns on 16 threads, $many on 512"; exit 1; }
done

# Memory a thread, in KiB: bounded, and it does not grow with the threads, as a list of all of them
# in each would.
"$UPCC" -O2 -pthreads -o memory "$ROOT/tests/tools/programs/thread_memory.upc"
for threads in 256 512 1024; do
  "$UPCRUN" -sim fat_tree -shared-heap 1M -n $threads ./memory >memory.$threads
done
kib() { awk '$1 == "collectives" { print $2 }' "memory.$1"; }
[ "$(kib 512)" -lt 256 ] || { echo "$(kib 512) KiB a thread of 512"; exit 1; }
[ "$(kib 1024)" -lt $(($(kib 256) + 14)) ] || {
  echo "$(kib 256) KiB a thread of 256, $(kib 1024) of 1024"
  exit 1
}
# A collective allocation takes what its barriers do.
alloc() { awk '$1 == "all_alloc" { print $2 }' "memory.$1"; }
[ "$(alloc 1024)" -le $((2 * $(alloc 256))) ] || {
  echo "upc_all_alloc: $(alloc 256) ns of 256 threads, $(alloc 1024) of 1024"
  exit 1
}

# A far read costs one switch of pthreads, beside those of the start and of the barriers: its thread
# sleeps until the reply, and nobody else wakes.
"$UPCC" -O2 -pthreads -o switches "$ROOT/tests/tools/programs/switches_of_reads.upc"
"$UPCRUN" -sim fat_tree -shared-heap 1M -n 192 ./switches >switches.out
[ "$(cat switches.out)" -lt 200 ] || { echo "$(cat switches.out) switches in 100 reads"; exit 1; }
