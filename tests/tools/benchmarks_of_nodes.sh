# The benchmarks between nodes, the MPP set and the first application (applications.sh has the
# others) compile, run and end in a page, as benchmarks.sh has the others.
if ! python3 -c 'import tomllib' 2>/dev/null; then
    echo "no Python 3.11: the driver of the benchmarks is not tested"
    exit 0
fi
export PYTHONPATH=$ROOT/bench PYTHONDONTWRITEBYTECODE=1 BENCH_FOLDER=$PWD/programs
python3 -m driver --smoke --only apps,mpp,network,nodes --no-pictures --results out >page 2>log || {
    cat log page
    exit 1
}
for name in gather_all_bound reduce_all_streamed mpp_alltoall mpp_ping_pong_quantile get_word \
    sobel_plain sobel_fast_messages; do
    grep -q "\"name\": \"$name\"" out/values.jsonl || { echo "$name is missing"; exit 1; }
done
