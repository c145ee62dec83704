# The contigs of a genome that is made and of phage lambda's, for any number of threads: their
# number, length and the sum over all of them are those of a program in Python that walks a
# dictionary of strings.
genome=$ROOT/bench/genome
made='^10 contigs with 18882 k-mers, the longest of 3854 bases; sum a23c2c6961bd8759$'
lambda='^1 contigs with 48472 k-mers, the longest of 48502 bases; sum fd43b7c9affe6646$'
for options in "" "-g -pthreads"; do
    # shellcheck disable=SC2086
    "$UPCC" -O2 $options "$genome/contigs.upc" -o contigs
    for threads in 1 2 3; do
        case $options in
        *-pthreads) layout="-n $threads -p $threads" ;;
        *) layout="-n $threads" ;;
        esac
        # shellcheck disable=SC2086
        "$UPCRUN" -q $layout ./contigs 20000 >out || { cat out; exit 1; }
        grep -q "$made" out
        # shellcheck disable=SC2086
        "$UPCRUN" -q $layout ./contigs "$genome/lambda.fa" >out || { cat out; exit 1; }
        grep -q "$lambda" out
        grep -q '^validation: passed, errors: 0$' out
    done
    layout="-n 3" # between threads that do not map each other's memory
    [ -z "$options" ] || layout="-n 3 -p 2"
    for apart in "-pshm-width 1" "-nodes 2"; do
        # shellcheck disable=SC2086
        "$UPCRUN" -q $layout $apart ./contigs 20000 >out || { cat out; exit 1; }
        grep -q "$made" out
    done
done

# Entries that are not moved when the table grows are missed.
mkdir other
for name in contigs.upc genome.h table.h; do
    sed 's|"\.\./|"'"$ROOT/bench/"'|' "$genome/$name" >other/$name
done
sed -i 's/if (before\[i\].key != 0)/if (before[i].key % 64 > 1)/' other/table.h
if cmp -s other/table.h "$genome/table.h"; then exit 1; fi
"$UPCC" -O2 other/contigs.upc -o wrong
if "$UPCRUN" -q -n 2 ./wrong 20000 >out; then cat out; exit 1; fi
grep -q '^validation: failed' out

if "$UPCRUN" -q -n 2 "./contigs" no_such_file 2>err; then exit 1; fi
grep -q "^contigs: 'no_such_file' is neither a number from 31 to 4294967295 nor a FASTA file" err
