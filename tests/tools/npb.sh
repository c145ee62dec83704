# The NAS benchmarks of bench/npb: right in class S without the optimiser and with run-time checks,
# in NPB's format, with messages for refused arguments. Modes and numbers of threads are those of
# tests/run/practice/npb_*.upc. Without UPC_TEST_FULL=1 each is compiled in one of the ways,
# selected by its name.
npb=$ROOT/bench/npb
ways='-fno-upc-opt
-fno-upc-opt -pthreads
-g
-g -pthreads'
ways_of() { # ways_of NAME
    if [ "${UPC_TEST_FULL:-0}" = 0 ]; then
        number=$(printf '%s' "$1" | cksum | cut -d' ' -f1)
        printf '%s\n' "$ways" | sed -n "$((number % 4 + 1))p"
    else
        printf '%s\n' "$ways"
    fi
}
for source in "$npb"/*.upc; do
    name=$(basename "$source" .upc)
    ways_of "$name" | while read -r options; do
        case $options in *-pthreads) layout="-p 2" ;; *) layout= ;; esac
        # shellcheck disable=SC2086
        "$UPCC" -O2 $options -T2 -DCLASS=S "$source" -o "$name"
        # shellcheck disable=SC2086
        "$UPCRUN" -q $layout "./$name" </dev/null >out || {
            cat out
            echo "$name $options fails"
            exit 1
        }
        title=$(printf '%s' "${name%_plain}" | tr a-z A-Z)
        grep -q "^ $title Benchmark Completed\.$" out
        grep -Eq '^ Class +=  *S$' out
        grep -Eq '^ Time in seconds = +[0-9.]+$' out
        grep -Eq '^ Total threads +=  *2$' out
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

for name in mg ft; do
    "$UPCC" -O2 "$npb/$name.upc" -o "$name"
    if "$UPCRUN" -q -n 3 "./$name" 2>err >out; then exit 1; fi
    grep -q 'takes a power of two of threads' err
done
