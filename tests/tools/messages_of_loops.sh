# Loops over far arrays as a beginner writes them take few messages between nodes, and right results
# with each of the passes that see to it off: sums up to each element, points that are read
# repeatedly by a function, lines across the planes of all threads, a sparse product whose rows are
# bounded by numbers in private and in shared memory, or whose vector is behind a pointer, rows that
# one thread fills element by element with calls of functions, sweeps over a grid that each step
# changes, an array that is filled in any order and read, objects that are allocated, read in any
# order and freed, the least element of three arrays, elements that all lead to one root, a word
# that is sought in a text, records that lie in two pages, a row over the end of a page, a
# block that ends with a page.
# The limits are twice what one node of two sent, or less where that would have been met before. A
# chain with an element in each page fetches few pages in vain.
program=$ROOT/tests/tools/programs/messages_of_loops.upc
run() { # PROGRAM MODE
    # shellcheck disable=SC2086
    "$UPCRUN" -q -n 2 $2 "./$1" >"$1.out" 2>err || { cat err; exit 1; }
    if grep -v ' 0$' "$1.out"; then echo "$1 $2: wrong results"; exit 1; fi
}
count() { sed -n "s/^$1 \([0-9]*\) .*/\1/p" "$2"; } # count KIND FILE
"$UPCC" -O2 -T 2 "$program" -o with
at_most() { # LIMITS on standard input
    while read -r kind most; do
        test "$(count "$kind" with.out)" -le "$most" ||
            { cat with.out; echo "$kind: $most"; exit 1; }
    done
}
run with "-pshm-width 1" # large requests are several of 4 KiB here
at_most <<'LIMITS'
parts 5
sums 16
points 6
lines 50
rows 16
sweeps 100
fill 12
shared 24
behind 7
objects 80
least 21
root 4
text 3
records 16
tree 18
order 11
end 7
neighbours 14
LIMITS
run with "-nodes 2"
at_most <<'LIMITS'
parts 4
sums 16
points 6
lines 32
rows 16
sweeps 16
fill 10
shared 22
behind 4
objects 60
least 21
root 4
text 3
records 16
tree 12
order 10
end 3
neighbours 14
LIMITS
for pass in counted updates gather; do
    "$UPCC" -O2 -T 2 -fno-upc-$pass "$program" -o without
    run without "-nodes 2"
done
"$UPCC" -O2 -T 3 "$program" -o three
"$UPCRUN" -q -nodes 2 ./three >three.out 2>err || { cat err; exit 1; }
! grep -v ' 0$' three.out
