# The driver with whole programs: NPB's first one, its forms, and HPC Challenge in class S, without
# MPI, with the messages of the run between two nodes, and the tables that come of them.
if ! python3 -c 'import tomllib' 2>/dev/null; then
    echo "no Python 3.11: the driver of the benchmarks is not tested"
    exit 0
fi
export PYTHONPATH=$ROOT/bench PYTHONDONTWRITEBYTECODE=1 BENCH_FOLDER=$PWD/programs
python3 -m driver --smoke --only npb,hpcc,forms --class S --no-pictures --results out \
    >page 2>log || {
    cat log page
    exit 1
}
for name in ep_S hpl_flop ptrans_byte random_access_update random_access_update_messages fft_flop \
    stream_triad_byte; do
    grep -q "\"name\": \"$name\"" out/values.jsonl || { echo "$name is missing"; exit 1; }
done
for row in 'partita processes' 'partita pthreads' 'partita processes nodes' \
    'partita processes static plain'; do
    grep -q "^| $row | " out/performance.md || { echo "no row $row"; exit 1; }
done
grep -q '^bench: hpcc: 1 of 1 ([0-9]* threads, [0-9]* contenders); [0-9]* %, about [0-9]* s left$' \
    log
grep -q "^HPL's products: [a-zC, ]*; the Fourier transform's lines: " out/performance.md
grep -Eq '^\| ep_S \| [12] threads? \|( [^|]+ \|){3}' out/performance.md

# A library that there is not.
if python3 -m driver --only hpcc --blas atlas 2>err; then exit 1; fi
grep -q "invalid choice: 'atlas'" err

# A class that there is not.
if python3 -m driver --only npb --class Q 2>err; then exit 1; fi
grep -q "invalid choice: 'Q'" err
