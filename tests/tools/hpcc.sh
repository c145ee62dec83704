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

# The others, and the summary that each ends with. tests/run/practice/hpcc_*.upc have all modes.
summary_of() { # summary_of PROGRAM: its keys
    case $1 in
    stream) echo "SingleSTREAM_Copy StarSTREAM_Triad" ;;
    ptrans) echo "PTRANS_GBs PTRANS_time" ;;
    random_access) echo "MPIRandomAccess_GUPs MPIRandomAccess_ErrorsFraction" ;;
    fft) echo "MPIFFT_Gflops MPIFFT_maxErr" ;;
    esac
}
for options in "" -fno-upc-opt -g -pthreads "-g -pthreads"; do
    for program in stream ptrans random_access fft; do
        # shellcheck disable=SC2086
        "$UPCC" -O2 $options "$hpcc/$program.upc" -o $program
        for threads in 1 2 3; do
            case $options in *-pthreads) layout="-n $threads -p $threads" ;; *) layout="-n $threads" ;; esac
            # vectors of few words; blocks that fill the matrix or not, fewer of them than threads;
            # small tables, lines shorter and longer than a strip, and both sides of the matrix
            # alike or not
            case $program in
            stream) sizes="1 2,1000 3" ;;
            ptrans) sizes="150 16,61 7,20 64,1 1" ;;
            random_access) sizes="4,11" ;;
            fft) sizes="2,7,13" ;;
            esac
            echo "$sizes" | tr , '\n' | while read -r size; do
                # shellcheck disable=SC2086
                "$UPCRUN" -q $layout ./$program $size >out || { cat out; echo "$program $options $layout $size fails"; exit 1; }
                for key in $(summary_of $program); do
                    grep -Eq "^$key=[0-9.e+-]+\$" out || { cat out; echo "$program: no $key"; exit 1; }
                done
            done
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
sed 's|"\.\./npb/|"'"$ROOT/bench/npb/"'|; s/swap_rows(a, some, .*;/;/' "$hpcc/hpl.upc" >other/hpl.upc
sed 's|"\.\./npb/|"'"$ROOT/bench/npb/"'|' "$hpcc/hpcc.h" >other/hpcc.h
cp "$hpcc/blas.h" other
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

# With the library's products, where there is one.
printf '#include <cblas.h>\nint main(void) { cblas_dscal(0, 1, 0, 1); }\n' >cblas.c
if ${CC:-cc} cblas.c -o cblas -lopenblas 2>err; then
    for options in "" -pthreads; do
        # shellcheck disable=SC2086
        "$UPCC" -O2 $options -DHPCC_BLAS "$hpcc/hpl.upc" -o hpl_blas -lopenblas
        for size in "150 16" "61 7" "2 1"; do
            # shellcheck disable=SC2086
            "$UPCRUN" -q -n 2 ${options:+-p 2} ./hpl_blas $size >out
            grep -q 'PASSED$' out
        done
    done
fi
printf '#include <fftw3.h>\nint main(void) { fftw_cleanup(); }\n' >fftw.c
if ${CC:-cc} fftw.c -o fftw -lfftw3 2>err; then
    "$UPCC" -O2 -DHPCC_FFTW "$hpcc/fft.upc" -o fft_fftw -lfftw3
    for log in 2 7 13; do
        "$UPCRUN" -q -n 2 ./fft_fftw $log >out || { cat out; exit 1; }
    done
fi

# A block that is not transposed, updates that are lost, a transform without roots of unity between
# its sides, a vector that is not written: each is noticed.
wrong() { # wrong PROGRAM EDIT ARGUMENT...
    name=$1
    sed 's|"\.\./npb/|"'"$ROOT/bench/npb/"'|; '"$2" "$hpcc/$name.upc" >other/$name.upc
    cp "$hpcc/fft_lines.h" other
    shift 2
    "$UPCC" -O2 other/$name.upc -o wrong
    if "$UPCRUN" -q -n 2 ./wrong "$@" >out; then cat out; echo "wrong $name passes"; exit 1; fi
    grep -Eq 'FAILED|failed|DOES NOT VALIDATE' out
}
wrong ptrans 's/+= from\[(size_t)u \* nb + v\]/+= from[(size_t)v * nb + u]/' 150 16
wrong random_access 's/i < from->count; i++/i + 40 < from->count; i++/' 11
wrong fft 's/w = unit(k \* (first + c), sign)/w = {1, 0}/' 8
wrong stream 's/to\[i\] = SCALAR \* x\[i\]/to[i] = x[i]/' 1000 3

if "$UPCRUN" -q -n 2 ./ptrans 10 4 3 2>err; then exit 1; fi
grep -q 'usage: ptrans' err
if "$UPCRUN" -q -n 2 ./fft 1 2>err; then exit 1; fi
grep -q 'usage: fft' err
if "$UPCRUN" -q -n 2 ./hpl 0 2>err; then exit 1; fi
grep -q 'usage: hpl' err
if "$UPCRUN" -q -n 2 ./bfs 1 2>err; then exit 1; fi
grep -q 'usage: bfs' err
