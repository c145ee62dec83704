# The benchmarks of collectives compile, run and end in a page, as benchmarks.sh has the others.
if ! python3 -c 'import tomllib' 2>/dev/null; then
    echo "no Python 3.11: the driver of the benchmarks is not tested"
    exit 0
fi
export PYTHONPATH=$ROOT/bench PYTHONDONTWRITEBYTECODE=1 BENCH_FOLDER=$PWD/programs
only=collectives,teams,algorithms,cliffs,testbed
python3 -m driver --smoke --only $only --no-pictures --results out >page 2>log || {
    cat log page
    exit 1
}
for name in broadcast_case3 exchange_counts-nb half_reduce_all_private-nb broadcast_synchronised \
    reduce_scatter_nosync direct_copy_alone; do
    grep -q "\"name\": \"$name\"" out/values.jsonl || { echo "$name is missing"; exit 1; }
done
grep -q '"name": "broadcast_streamed".*"variant": "one_more"' out/values.jsonl || {
    echo "the pairs of cliffs are missing"
    exit 1
}
