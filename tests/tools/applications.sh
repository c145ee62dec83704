# Every application of bench/apps gives the right result, small: on two processes, far, over two
# nodes.
apps=$ROOT/bench/apps
export BENCH_BATCHES=1
for source in "$apps"/*/*.upc; do
    name=$(basename "$(dirname "$source")")_$(basename "$source" .upc)
    "$UPCC" -O2 -T2 -DAPP_SMALL -I"$ROOT/bench/include" "$source" -o "$name" -lm
    for mode in "" "-pshm-width 1" "-nodes 2"; do
        # shellcheck disable=SC2086
        "$UPCRUN" -q -n 2 $mode "./$name" >out || { echo "$name $mode fails"; exit 1; }
        grep -q "\"name\":\"$name[_\"]" out || { echo "$name $mode prints no line"; exit 1; }
    done
done

# Trees by name.
"$UPCRUN" -q -n 2 ./uts_plain t3 >out
test "$(grep -c '"name":"uts_plain_t[0-9]*"' out)" = 1
grep -q '"name":"uts_plain_t3"' out
if "$UPCRUN" -q -n 2 ./uts_plain t9 2>err; then exit 1; fi
grep -q "^uts: there is no tree 't9'; there are t1 t2 " err
