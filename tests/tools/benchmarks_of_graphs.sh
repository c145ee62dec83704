# The driver with the search of a graph and the genome in class S: their figures, and which source
# lines send between two nodes.
if ! python3 -c 'import tomllib' 2>/dev/null; then
    echo "no Python 3.11: the driver of the benchmarks is not tested"
    exit 0
fi
export PYTHONPATH=$ROOT/bench PYTHONDONTWRITEBYTECODE=1 BENCH_FOLDER=$PWD/programs
python3 -m driver --smoke --only graph,genome --class S --no-pictures --results out >page 2>log || {
    cat log page
    exit 1
}
for name in bfs_10_edge genome_48503_count genome_48503_walk; do
    grep -q "\"name\": \"$name\"" out/values.jsonl || { echo "$name is missing"; exit 1; }
done
for line in 'bfs.upc:[0-9]* in put_pieces' \
    'table.h:[0-9]* in table_fetch_list, bupc_memget_ilist'; do
    grep -q "^| $line | [0-9]* | [0-9.]* [kM]*B |$" out/performance.md || {
        echo "no line $line"
        exit 1
    }
done
