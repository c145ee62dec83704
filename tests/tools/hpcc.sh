# The programs of bench/hpcc: right for any number of threads and sizes at all edges, with libraries
# too, and a wrong result is noticed. All modes, with and without the optimiser and with run-time
# checks, are those of tests/run/practice/hpcc_*.upc.
hpcc=$ROOT/bench/hpcc

# The arguments of each, and what it prints.
arguments_of() { # arguments_of PROGRAM
    case $1 in
    # order and block: several blocks, one not full; one block; fewer blocks than threads
    hpl | hpl_tasks) echo "150 16,61 7,20 64,2 1" ;;
    # vertices and roots: several pieces for an inbox; few; less than fill the threads' blocks
    bfs) echo "10 2,5 3,2 1" ;;
    # vectors of few words
    stream) echo "1 2,1000 3" ;;
    # blocks that fill the matrix or not, fewer of them than threads
    ptrans) echo "150 16,61 7,20 64,1 1" ;;
    # small tables
    random_access) echo "4,11" ;;
    # lines shorter and longer than a strip, and both sides of the matrix alike or not
    fft) echo "2,7,13" ;;
    esac
}
patterns_of() { # patterns_of PROGRAM THREADS ARGUMENT...
    program=$1 threads=$2
    shift 2
    case $program in
    hpl | hpl_tasks)
        printf '%s\n' "^WC01C +$1 +$2 +${3:-1} +${4:-$threads} +[0-9.]+ +[0-9.e+-]+$" \
            '^\|\|Ax-b\|\|.* PASSED$' '^BLAS: plain C$'
        ;;
    bfs)
        printf '%s\n' "^NBFS: $2$" '^bfs harmonic_mean_TEPS: [0-9.e+]+$' \
            '^validation: passed, breaches: 0$'
        ;;
    stream) printf '^%s=[0-9.e+-]+$\n' SingleSTREAM_Copy StarSTREAM_Triad ;;
    ptrans) printf '^%s=[0-9.e+-]+$\n' PTRANS_GBs PTRANS_time ;;
    random_access) printf '^%s=[0-9.e+-]+$\n' MPIRandomAccess_GUPs MPIRandomAccess_ErrorsFraction ;;
    fft) printf '%s$\n' '^Lines: plain C' '^MPIFFT_Gflops=[0-9.e+-]+' '^MPIFFT_maxErr=[0-9.e+-]+' ;;
    esac
}
run() { # run PROGRAM THREADS ARGUMENT...
    program=$1 threads=$2
    shift 2
    "$UPCRUN" -q -n "$threads" "./$program" "$@" </dev/null >out || {
        cat out
        echo "$program -n $threads $* fails"
        exit 1
    }
    patterns_of "$program" "$threads" "$@" >patterns
    while read -r pattern; do
        grep -Eq "$pattern" out || {
            cat out
            echo "$program: no line $pattern"
            exit 1
        }
    done <patterns
}
for program in hpl hpl_tasks bfs stream ptrans random_access fft; do
    arguments_of $program | tr , '\n' >arguments
    "$UPCC" -O2 "$hpcc/$program.upc" -o $program
    for threads in 1 2 3; do
        # shellcheck disable=SC2086
        while read -r given; do run $program $threads $given; done <arguments
    done
done

# Grids of threads: one column, both directions, a row that is longer than the ring's inboxes. On
# two nodes and in groups of two some of a row's threads reach where a panel was factored, others do
# not.
"$UPCC" -O2 "$hpcc/hpl.upc" -o hpl
for grid in "2 1" "3 1" "2 2" "1 4" "3 2"; do
    threads=$((${grid% *} * ${grid#* }))
    for size in "150 16" "61 7"; do
        # shellcheck disable=SC2086
        run hpl $threads $size $grid
        for layout in "-pshm-width 1" "-pshm-width 2" "-nodes 2"; do
            # shellcheck disable=SC2086
            "$UPCRUN" -q -n $threads $layout ./hpl $size $grid >out || { cat out; exit 1; }
            grep -q 'PASSED$' out
        done
    done
done
"$UPCRUN" -q -n 4 ./hpl 61 7 >out
grep -q '^HPL_nprow=2$' out

# Panels that are read in place by some threads and copied by others.
for size in "150 16" "61 7" "20 64" "40 1"; do
    for layout in "-pshm-width 1" "-pshm-width 2" "-nodes 2"; do
        # shellcheck disable=SC2086
        "$UPCRUN" -q -n 4 $layout ./hpl_tasks $size >out || { cat out; exit 1; }
        grep -q 'PASSED$' out
    done
done

"$UPCC" -O2 "$hpcc/bfs.upc" -o bfs
for layout in "-pshm-width 1" "-nodes 2"; do
    # shellcheck disable=SC2086
    "$UPCRUN" -q -n 2 $layout ./bfs 8 2 >out
    grep -q '^validation: passed' out
done

# Without exchange of rows in the other columns the residual is too large.
mkdir -p other
cp "$hpcc"/hpl*.h "$hpcc/hpl.upc" other
sed -i 's/^  follow_pivots(p);$//' other/hpl_rows.h
sed 's|"\.\./|"'"$ROOT/bench/"'|' "$hpcc/hpcc.h" >other/hpcc.h
cp "$hpcc/blas.h" other
if cmp -s other/hpl_rows.h "$hpcc/hpl_rows.h"; then exit 1; fi
"$UPCC" -O2 other/hpl.upc -o wrong
if "$UPCRUN" -q -n 2 ./wrong 150 16 >out; then exit 1; fi
grep -q '^||Ax-b||.* FAILED$' out

# So it is if the tasks leave a panel's columns without the update by the one before.
sed 's/^  update(&applied, columns_behind(panel), columns_behind(panel + 1));$//' \
    "$hpcc/hpl_tasks.upc" >other/hpl_tasks.upc
cp "$hpcc"/hpl*.h other
if cmp -s other/hpl_tasks.upc "$hpcc/hpl_tasks.upc"; then exit 1; fi
"$UPCC" -O2 other/hpl_tasks.upc -o wrong
if "$UPCRUN" -q -n 2 ./wrong 150 16 >out; then cat out; exit 1; fi
grep -q '^||Ax-b||.* FAILED$' out

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
            grep -q '^BLAS: OpenBLAS ' out
        done
    done
fi
printf '#include <fftw3.h>\nint main(void) { fftw_cleanup(); }\n' >fftw.c
if ${CC:-cc} fftw.c -o fftw -lfftw3 2>err; then
    "$UPCC" -O2 -DHPCC_FFTW "$hpcc/fft.upc" -o fft_fftw -lfftw3
    for log in 2 7 13; do
        "$UPCRUN" -q -n 2 ./fft_fftw $log >out || { cat out; exit 1; }
        grep -q '^Lines: fftw-' out
    done
fi

# A block that is not transposed, updates that are lost, a transform without roots of unity between
# its sides, a vector that is not written: each is noticed.
wrong() { # wrong PROGRAM EDIT ARGUMENT...
    name=$1
    sed 's|"\.\./|"'"$ROOT/bench/"'|; '"$2" "$hpcc/$name.upc" >other/$name.upc
    sed 's|"\.\./|"'"$ROOT/bench/"'|' "$hpcc/$name.upc" >as_it_is.upc
    if cmp -s other/$name.upc as_it_is.upc; then echo "wrong $name: $2 changes nothing"; exit 1; fi
    cp "$hpcc/fft_lines.h" other
    shift 2
    "$UPCC" -O2 other/$name.upc -o wrong
    if "$UPCRUN" -q -n 2 ./wrong "$@" >out; then cat out; echo "wrong $name passes"; exit 1; fi
    grep -Eq 'FAILED|failed|DOES NOT VALIDATE' out
}
wrong ptrans 's/+= from\[(size_t)x \* nb + y\]/+= from[(size_t)y * nb + x]/' 150 16
wrong random_access 's/i < from->count; i++/i + 40 < from->count; i++/' 11
wrong fft 's/r = unit(k \* (first + c), sign)/r = {1, 0}/' 8
wrong stream 's/to\[i\] = SCALAR \* x\[i\]/to[i] = x[i]/' 1000 3

# Trees that breach each rule of Graph500: a parent that is no neighbour; one that is no vertex; a
# neighbour of the same level or the next as parent, so that there are cycles; a level that is too
# large; a root that has another parent; vertices that are left out.
for edit in 's/parent\[v\] = p->from;/parent[v] = first;/' \
    's/parent\[v\] = p->from;/parent[v] = vertices;/' \
    's/parent\[v\] = p->from;/parent[v] = targets[offsets[v + 1] - 1];/' \
    's/level\[v\] = depth;/level[v] = depth + (v % 32 == 5);/' \
    's/reach(&(struct pair){root, root});/reach(\&(struct pair){root, root ^ 1});/' \
    's/if (parent\[v\] == NONE) {/if (parent[v] == NONE \&\& v % 32 != 5) {/'; do
    wrong bfs "$edit" 8 2
    grep -Eq '^validation: failed, breaches: [1-9]' out
done

if "$UPCRUN" -q -n 2 ./ptrans 10 4 3 2>err; then exit 1; fi
grep -q "^argument '3' is not from 1 to 2; usage: ptrans" err
if "$UPCRUN" -q -n 3 ./ptrans 10 4 2 2>err; then exit 1; fi
grep -q '^ptrans: a grid of 2 rows has no place for 3 threads; usage: ptrans' err
for argument in 1 x 12x ''; do
    if "$UPCRUN" -q -n 2 ./fft "$argument" 2>err; then exit 1; fi
    grep -q "^argument '$argument' is not from 2 to 48; usage: fft" err
done
if "$UPCRUN" -q -n 2 ./hpl 0 2>err; then exit 1; fi
grep -q 'usage: hpl' err
if "$UPCRUN" -q -n 2 ./hpl 61 7 2 2 2>err; then exit 1; fi
grep -q '^hpl: a grid of 2 x 2 has no place for 2 threads; usage: hpl' err
if "$UPCRUN" -q -n 2 ./bfs 1 2>err; then exit 1; fi
grep -q 'usage: bfs' err
