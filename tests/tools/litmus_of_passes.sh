# Each pass changes loops of run/B-memory/litmus_of_passes, which keeps its results with each pass
# off, with all off, and where all memory of other threads is far.
program=$ROOT/tests/run/B-memory/litmus_of_passes.upc
include=-I$ROOT/tests/include
"$UPCC" -O2 "$include" -fopt-info-upc-json=remarks "$program" -o all
for mode in "-n 4" "-n 3 -pshm-width 1" "-n 2 -nodes 2"; do
    # shellcheck disable=SC2086
    "$UPCRUN" -q $mode ./all >out
    grep -qx ok out
done
passes="walks iterations streams rows single runs coalesce own gather tables inspector independent"
for pass in $passes updates together; do
    grep -q "\"kind\":\"optimized\",\"pass\":\"$pass\"" remarks || { echo "$pass changes nothing"; exit 1; }
    "$UPCC" -O2 "$include" -fno-upc-$pass "$program" -o without
    for mode in "-n 2" "-n 2 -pshm-width 1"; do
        # shellcheck disable=SC2086
        "$UPCRUN" -q $mode ./without >out
        grep -qx ok out
    done
done
"$UPCC" -O2 "$include" -fno-upc-opt "$program" -o none
"$UPCRUN" -q -n 3 -pshm-width 1 ./none >out
grep -qx ok out
