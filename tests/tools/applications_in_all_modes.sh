# Every application of bench/apps gives the right result with small data, on four threads in all
# modes, with and without the optimiser and with run-time checks. Without UPC_TEST_FULL=1 each runs
# in one of the cases, selected by its name.
. "$ROOT/tests/tools/programs/sample.sh"
apps=$ROOT/bench/apps
export BENCH_BATCHES=1
cases="process|||-n 4
process|-g||-n 4
process|-fno-upc-opt||-n 4
far|-g||-n 4 -pshm-width 1
far|-fno-upc-opt||-n 4 -pshm-width 1
pthreads|-pthreads -g||-n 4 -p 4
pthreads|-pthreads -fno-upc-opt||-n 4 -p 4
mixed|-pthreads||-n 4 -p 2
mixed|-pthreads -g||-n 4 -p 2
mixed|-pthreads -fno-upc-opt||-n 4 -p 2
nodes|-g||-n 4 -nodes 2
nodes|-fno-upc-opt||-n 4 -nodes 2
nodes-ofi||ofi|-n 4 -nodes 2
nodes-ucx||ucx|-n 4 -nodes 2
nodes-mixed|-pthreads||-n 4 -nodes 2 -p 2
sim|-pthreads||-n 4 -sim small"
for network in 'ofi libfabric' 'ucx libucp'; do
    grep -q "${network#* }.so" "$(dirname "$UPCC")/../lib/libupcr.a" ||
        cases=$(printf '%s' "$cases" | grep -v "${network% *}")
done
for source in "$apps"/*/*.upc; do
    name=$(basename "$(dirname "$source")")_$(basename "$source" .upc)
    sample "$name" "$cases" >chosen
    while IFS='|' read -r mode options network layout; do
        # shellcheck disable=SC2086
        "$UPCC" -O2 $options -T4 -DAPP_SMALL -I"$ROOT/bench/include" "$source" -o "$name" -lm
        # shellcheck disable=SC2086
        UPC_NETWORK=${network:-auto} "$UPCRUN" -q $layout "./$name" </dev/null >out || {
            cat out
            echo "$name $options $mode fails"
            exit 1
        }
        grep -q "\"name\":\"${name}[_\"]" out ||
            { echo "$name $options $mode prints no line"; exit 1; }
    done <chosen
done
