# ALLSYNC on entry on nodes of one thread each, of which a late one accesses the others' memory.
program=$ROOT/tests/run/7.4-collectives/entry_after_accesses.upc
"$UPCC" -I "$ROOT/tests/include" -o entry "$program"
for threads in 2 3 4 5; do
  "$UPCRUN" -n $threads -nodes $threads ./entry >said
  test "$(cat said)" = ok
done
