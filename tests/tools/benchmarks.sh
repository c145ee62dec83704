# The driver of the benchmarks: its own tests; every UPC program and every rival without MPI
# compiles, runs, and ends in a page. benchmarks_of_collectives.sh and benchmarks_of_nodes.sh have
# more of them.
if ! python3 -c 'import tomllib' 2>/dev/null; then
    echo "no Python 3.11: the driver of the benchmarks is not tested"
    exit 0
fi
export PYTHONPATH=$ROOT/bench PYTHONDONTWRITEBYTECODE=1 BENCH_FOLDER=$PWD/programs
python3 -m unittest discover -q -s "$ROOT/bench/driver" -t "$ROOT/bench" 2>log || {
    cat log
    exit 1
}
only=access,stencil,copy,messages,ping_pong,barrier,locks,waits,atomics,alloc,start,memory
python3 -m driver --smoke --only $only --no-pictures --results out >page 2>log || {
    cat log page
    exit 1
}
for name in read_walk_indefinite_own upc_memput ping_pong_strict barrier lock_contended \
    hand_over_loop tree_node atomic_add alloc_free start memory_a_thread; do
    grep -q "\"name\": \"$name\"" out/values.jsonl || { echo "$name is missing"; exit 1; }
done
grep -q '^| a lock alone, .* | .* | [0-9.]* ([0-9.]* to [0-9.]*) | 3 | [0-9] of 2 | ' \
    out/performance.md
grep -q 'upc_memput' out/tables.md
if python3 -m driver --only barriers 2>err; then exit 1; fi
grep -q "no benchmark is called barriers; there are access, stencil, copy," err
