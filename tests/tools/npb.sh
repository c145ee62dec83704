# The NAS benchmarks of bench/npb: right in class S without the optimiser and with run-time checks,
# on four threads in all modes, in NPB's format, with messages for refused arguments. With the
# optimiser they are tests/run/practice/npb_*.upc. Without UPC_TEST_FULL=1 each runs in one of the
# cases, selected by its name.
. "$ROOT/tests/tools/programs/sample.sh"
npb=$ROOT/bench/npb
cases='-fno-upc-opt|
-fno-upc-opt|-pshm-width 1
-fno-upc-opt|-nodes 2
-fno-upc-opt -pthreads|-p 4
-fno-upc-opt -pthreads|-p 2
-fno-upc-opt -pthreads|-nodes 2 -p 2
-g|
-g|-pshm-width 1
-g|-nodes 2
-g -pthreads|-p 4
-g -pthreads|-p 2
-g -pthreads|-nodes 2 -p 2'
for source in "$npb"/*.upc; do
    name=$(basename "$source" .upc)
    sample "$name" "$cases" | while IFS='|' read -r options layout; do
        # shellcheck disable=SC2086
        "$UPCC" -O2 $options -T4 -DCLASS=S "$source" -o "$name"
        # shellcheck disable=SC2086
        "$UPCRUN" -q $layout "./$name" </dev/null >out || {
            cat out
            echo "$name $options $layout fails"
            exit 1
        }
        title=$(printf '%s' "${name%_plain}" | tr a-z A-Z)
        grep -q "^ $title Benchmark Completed\.$" out
        grep -Eq '^ Class +=  *S$' out
        grep -Eq '^ Time in seconds = +[0-9.]+$' out
        grep -Eq '^ Total threads +=  *4$' out
        grep -Eq '^ Verification +=  *SUCCESSFUL$' out
    done
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
