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
