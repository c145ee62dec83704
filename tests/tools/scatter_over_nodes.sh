# Blocks of a scatter in a loop are relayed between three nodes or more. Nodes of one and several
# threads, with and without a power of two.
"$UPCC" -o a "$ROOT/tests/tools/programs/scatter_over_nodes.upc"
for job in 3:3 4:6 5:7; do
  "$UPCRUN" -nodes "${job%:*}" -n "${job#*:}" ./a >out
  test "$(cat out)" = "done"
done
