# Each pass changes loops of run/B-memory/litmus_of_passes, which keeps its results with each pass
# off, with all off, and where all memory of other threads is far.
program=$ROOT/tests/run/B-memory/litmus_of_passes.upc
compile() { "$UPCC" "-I$ROOT/tests/include" "$@" "$program"; }
run() { # PROGRAM MODE...: the job's options of each run
    executable=$1
    shift
    for mode; do
        # shellcheck disable=SC2086
        "$UPCRUN" -q $mode "$executable" >out
        grep -qx ok out
    done
}
changed() { # PASS FILE: the remarks
    grep -q "\"kind\":\"optimized\",\"pass\":\"$1\"" "$2" || { echo "$1 changes nothing"; exit 1; }
}
compile -O2 -fopt-info-upc-json=remarks -o all
run ./all "-n 4" "-n 3 -pshm-width 1" "-n 2 -nodes 2"
passes="pointers limits walks iterations streams rows indefinite runs coalesce own gather tables"
for pass in $passes inspector independent updates counted together; do
    changed $pass remarks
    compile -O1 -fno-upc-$pass -o without
    run ./without "-n 2" "-n 2 -pshm-width 1"
done
compile -O2 -T 4 -fopt-info-upc-json=remarks_fixed -o fixed
changed owners remarks_fixed
grep "dealt.*whose.*with a pointer for each thread" remarks_fixed >columns
test "$(wc -l <columns)" -eq 2 || { cat remarks_fixed; echo "no columns over blocks"; exit 1; }
run ./fixed "-n 4" "-n 4 -pshm-width 1" "-n 4 -nodes 2"
for pass in owners runs; do
    compile -O1 -T 4 -fno-upc-$pass -o without
    run ./without "-n 4"
done
compile -O2 -fno-upc-opt -o none
run ./none "-n 3 -pshm-width 1"
