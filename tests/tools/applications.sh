# Every application of bench/apps gives the right result, small: on three pthreads, or on two where
# the parts of three would differ, which the compiler says; and in C with OpenMP or pthreads. All
# modes, with and without the optimiser and with run-time checks, are cases bench/apps of the
# harness.
apps=$ROOT/bench/apps
export BENCH_BATCHES=1 OMP_NUM_THREADS=2
runs() { # name command...: the command succeeds and prints a measurement of that name
    name=$1
    shift
    "$@" >out || { echo "$name fails: $*"; exit 1; }
    grep -q "\"name\":\"$name[_\"]" out || { echo "$name prints no line: $*"; exit 1; }
}
for source in "$apps"/*/*.upc; do
    name=$(basename "$(dirname "$source")")_$(basename "$source" .upc)
    compile() { # compile THREADS
        "$UPCC" -O2 -pthreads -T$1 -DAPP_SMALL -I"$ROOT/bench/include" "$source" -o "$name" -lm
    }
    threads=3
    compile 3 2>err || {
        grep -q 'the number of threads (upcc -T) must divide the size' err
        threads=2
        compile 2
    }
    runs "$name" "$UPCRUN" -q -p $threads "./$name"
done
for source in "$apps"/*/openmp.c "$apps"/*/pthread.c; do
    name=$(basename "$(dirname "$source")")
    ${CC:-cc} -O2 -fopenmp -pthread -DAPP_SMALL -I"$ROOT/bench/include" "$source" -o "$name" -lm
    threads=
    [ "$(basename "$source")" = openmp.c ] || threads=2
    # shellcheck disable=SC2086 # an OpenMP form has no argument
    runs "$name" "./$name" $threads
done

# The published numbers of nodes, by tasks.
"$UPCC" -O2 -T2 -I"$ROOT/bench/include" "$apps/uts/tasks.upc" -o tasks -lm
"$UPCRUN" -q -n 2 ./tasks >out
for tree in t1 t2 t3 t4 t5; do
    grep -q "\"name\":\"uts_tasks_$tree\"" out
done

"$UPCC" -O2 -DAPP_SMALL -I"$ROOT/bench/include" "$apps/kmeans/plain.upc" -o kmeans_plain
for threads in 2 3; do runs kmeans_plain "$UPCRUN" -q -n $threads ./kmeans_plain; done

# Trees by name.
"$UPCRUN" -q -p 3 ./uts_plain t3 >out
test "$(grep -c '"name":"uts_plain_t[0-9]*"' out)" = 1
grep -q '"name":"uts_plain_t3"' out
if "$UPCRUN" -q -p 3 ./uts_plain t9 2>err; then exit 1; fi
grep -q "^uts: there is no tree 't9'; there are t1 t2 " err
