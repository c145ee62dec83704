# Loops over far arrays as a beginner writes them take few messages between nodes, and right results
# with each of the passes that see to it off: sums up to each element, points that are read
# repeatedly by a function, lines across the planes of all threads, a sparse product whose rows are
# bounded by numbers in memory. The limits are twice what one node of two sent.
program=$ROOT/tests/tools/programs/messages_of_loops.upc
run() { # PROGRAM MODE
    # shellcheck disable=SC2086
    "$UPCRUN" -q -n 2 $2 "./$1" >"$1.out" 2>err || { cat err; exit 1; }
    if grep -v ' 0$' "$1.out"; then echo "$1 $2: wrong results"; exit 1; fi
}
count() { sed -n "s/^$1 \([0-9]*\) .*/\1/p" "$2"; } # count KIND FILE
"$UPCC" -O2 -T 2 "$program" -o with
run with "-pshm-width 1"
run with "-nodes 2"
while read -r kind most; do
    test "$(count "$kind" with.out)" -le "$most" || { cat with.out; echo "$kind: $most"; exit 1; }
done <<'LIMITS'
sums 40
points 10
lines 200
rows 16
LIMITS
for pass in counted updates gather; do
    "$UPCC" -O2 -T 2 -fno-upc-$pass "$program" -o without
    run without "-nodes 2"
done
"$UPCC" -O2 -T 3 "$program" -o three
"$UPCRUN" -q -nodes 2 ./three >three.out 2>err || { cat err; exit 1; }
! grep -v ' 0$' three.out
