# Every application of bench/apps gives the right result with small data, on four threads in all
# modes, with and without the optimiser and with run-time checks. Without UPC_TEST_FULL=1 each runs
# in one of the cases, selected by its name.
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
total=$(printf '%s\n' "$cases" | wc -l)
run_case() { # run_case SOURCE NAME NUMBER
    printf '%s\n' "$cases" | sed -n "$(($3 % total + 1))p" >case
    IFS='|' read -r mode options network layout <case
    # shellcheck disable=SC2086
    "$UPCC" -O2 $options -T4 -DAPP_SMALL -I"$ROOT/bench/include" "$1" -o "$2" -lm
    # shellcheck disable=SC2086
    UPC_NETWORK=${network:-auto} "$UPCRUN" -q $layout "./$2" >out || {
        cat out
        echo "$2 $options $mode fails"
        exit 1
    }
    grep -q "\"name\":\"$2[_\"]" out || { echo "$2 $options $mode prints no line"; exit 1; }
}
for source in "$apps"/*/*.upc; do
    name=$(basename "$(dirname "$source")")_$(basename "$source" .upc)
    if [ "${UPC_TEST_FULL:-0}" != 0 ]; then
        for number in $(seq 0 $((total - 1))); do run_case "$source" "$name" "$number"; done
    else
        run_case "$source" "$name" "$(printf '%s' "$name" | cksum | cut -d' ' -f1)"
    fi
done
