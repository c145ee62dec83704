# The programs of bench/runtime compile, check themselves and print a line of JSON for each measurement.
"$ROOT/bench/runtime/run.sh" 1 >lines 2>err || { cat err; exit 1; }
if grep -v '^{"name":"[a-z0-9_]*","mode":"[a-z]*","n":[0-9]*,"ns":[0-9.]*,"median":[0-9.]*}$' lines; then exit 1; fi
for name in round_trip_one_line yield_switch barrier ping_pong_strict lock_contended far_get_word upc_memput update_shared_cyclic; do
    grep -q "\"name\":\"$name\"" lines || { echo "$name is missing"; exit 1; }
done
