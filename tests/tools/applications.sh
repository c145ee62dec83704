# Every application of bench/apps gives the right result, small: processes, pthreads, far, over two nodes; its forms in C.
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
    "$UPCC" -O2 -pthreads -T2 -DAPP_SMALL -I"$ROOT/bench/include" "$source" -o "$name-pthreads" -lm
    "$UPCRUN" -q -n 2 -p 2 "./$name-pthreads" >out || { echo "$name as pthreads fails"; exit 1; }
done
for source in "$apps"/*/openmp.c "$apps"/*/pthread.c; do
    name=$(basename "$(dirname "$source")")
    ${CC:-cc} -O2 -fopenmp -pthread -DAPP_SMALL -I"$ROOT/bench/include" "$source" -o "$name-c" -lm
    OMP_NUM_THREADS=2 "./$name-c" 2 >out || { echo "$name in C fails"; exit 1; }
    grep -q "\"name\":\"$name[_\"]" out || { echo "$name in C prints no line"; exit 1; }
done
