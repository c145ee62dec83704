# The NAS benchmarks of bench/npb: reports have NPB's format, messages name what is refused.
# All modes, with and without the optimiser and with run-time checks, are those of
# tests/run/practice/npb_*.upc.
npb=$ROOT/bench/npb
for source in "$npb"/*.upc; do
    name=$(basename "$source" .upc)
    "$UPCC" -O2 -T4 -DCLASS=S "$source" -o "$name"
    "$UPCRUN" -q "./$name" >out || { cat out; exit 1; }
    title=$(printf '%s' "${name%_plain}" | tr a-z A-Z)
    grep -q "^ $title Benchmark Completed\.$" out
    grep -Eq '^ Class +=  *S$' out
    grep -Eq '^ Time in seconds = +[0-9.]+$' out
    grep -Eq '^ Total threads +=  *4$' out
    grep -Eq '^ Verification +=  *SUCCESSFUL$' out
    for class in W A B; do
        "$UPCC" -T2 -fsyntax-only -DCLASS=$class "$source"
    done
done

if "$UPCC" -fsyntax-only -DCLASS=X "$npb/ep.upc" 2>err; then exit 1; fi
grep -q 'CLASS is S, W, A or B' err

# A wrong sum is noticed: by the status and the last line.
mkdir other
cp "$npb"/*.h "$npb/ep.upc" other
sed -i 's/define EP_SX -3.2478/define EP_SX -3.2479/' other/ep.h
"$UPCC" -O2 -T2 other/ep.upc -o wrong
if "$UPCRUN" -q ./wrong >out; then exit 1; fi
grep -q 'Verification *= *UNSUCCESSFUL' out

for program in 'mg MG 16' 'ft FT 64'; do
    # shellcheck disable=SC2086
    set -- $program
    "$UPCC" -O2 "$npb/$1.upc" -o "$1"
    for threads in 3 $((2 * $3)); do
        if "$UPCRUN" -q -n $threads "./$1" 2>err >out; then exit 1; fi
        grep -q "^$2, class S: $threads threads; it takes a power of two from 1 to $3 " err
    done
done
