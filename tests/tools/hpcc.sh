# The programs of bench/hpcc: right for any number of threads, in all layouts, and a wrong result is
# noticed.
hpcc=$ROOT/bench/hpcc
for options in "" -fno-upc-opt -g -pthreads "-g -pthreads"; do
    # shellcheck disable=SC2086
    "$UPCC" -O2 $options "$hpcc/hpl.upc" -o hpl
    for threads in 1 2 3; do
        case $options in *-pthreads) layout="-n $threads -p $threads" ;; *) layout="-n $threads" ;; esac
        # order and block: several blocks, one not full; one block; fewer blocks than threads
        for size in "150 16" "61 7" "20 64" "2 1"; do
            # shellcheck disable=SC2086
            "$UPCRUN" -q $layout ./hpl $size >out || { cat out; echo "hpl $options $layout $size fails"; exit 1; }
            grep -Eq "^WC01C +${size% *} +${size#* } +1 +$threads +[0-9.]+ +[0-9.e+-]+$" out
            grep -q '^||Ax-b||.* PASSED$' out
        done
    done
done

for options in "" -fno-upc-opt -g -pthreads "-g -pthreads"; do
    # shellcheck disable=SC2086
    "$UPCC" -O2 $options "$hpcc/bfs.upc" -o bfs
    for threads in 1 2 3; do
        case $options in *-pthreads) layout="-n $threads -p $threads" ;; *) layout="-n $threads" ;; esac
        # vertices and roots: several pieces for an inbox; few; less than fill the threads' blocks
        for size in "10 2" "5 3" "2 1"; do
            # shellcheck disable=SC2086
            "$UPCRUN" -q $layout ./bfs $size >out || { cat out; echo "bfs $options $layout $size fails"; exit 1; }
            grep -q "^NBFS: ${size#* }\$" out
            grep -Eq '^bfs harmonic_mean_TEPS: [0-9.e+]+$' out
            grep -q '^validation: passed, breaches: 0$' out
        done
    done
done

"$UPCC" -O2 "$hpcc/hpl.upc" -o hpl
"$UPCC" -O2 "$hpcc/bfs.upc" -o bfs
for layout in "-pshm-width 1" "-nodes 2"; do
    # shellcheck disable=SC2086
    "$UPCRUN" -q -n 2 $layout ./hpl 100 16 >out
    grep -q 'PASSED$' out
    # shellcheck disable=SC2086
    "$UPCRUN" -q -n 2 $layout ./bfs 8 2 >out
    grep -q '^validation: passed' out
done

# Without exchange of rows in the other blocks the residual is too large.
mkdir other
sed 's|"\.\./npb/|"'"$ROOT/bench/npb/"'|; s/swap_rows(a, width(later), .*;/;/' "$hpcc/hpl.upc" >other/hpl.upc
if cmp -s other/hpl.upc "$hpcc/hpl.upc"; then exit 1; fi
"$UPCC" -O2 other/hpl.upc -o wrong
if "$UPCRUN" -q -n 2 ./wrong 150 16 >out; then exit 1; fi
grep -q '^||Ax-b||.* FAILED$' out

# A parent that is no neighbour is a breach.
sed 's|"\.\./npb/|"'"$ROOT/bench/npb/"'|; s/parent\[v\] = p->from;/parent[v] = first;/' "$hpcc/bfs.upc" >other/bfs.upc
if cmp -s other/bfs.upc "$hpcc/bfs.upc"; then exit 1; fi
"$UPCC" -O2 other/bfs.upc -o wrong
if "$UPCRUN" -q -n 2 ./wrong 8 2 >out; then exit 1; fi
grep -q '^validation: failed' out

if "$UPCRUN" -q -n 2 ./hpl 0 2>err; then exit 1; fi
grep -q 'usage: hpl' err
if "$UPCRUN" -q -n 2 ./bfs 1 2>err; then exit 1; fi
grep -q 'usage: bfs' err
