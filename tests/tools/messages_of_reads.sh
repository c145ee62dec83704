# Straight-line code that reads three members and a pointer of a far object takes one message for
# it, two without the pass, and stores to three of its members take one; half as many in a loop that
# is known to follow links, which keeps what it read. A list whose nodes follow
# each other in memory, upwards or downwards, takes few messages, and so do comparisons of texts
# that read a character more than once and binary searches in an array; thousands of updates, or of
# stores to any elements, take some dozens. Far and over two nodes.
program=$ROOT/tests/tools/programs/messages_of_reads.upc
count() { sed -n "s/^$1 //p" "$2"; } # count KIND FILE
"$UPCC" -O2 "$program" -o with
"$UPCC" -O2 -fno-upc-counted "$program" -o together
"$UPCC" -O2 -fno-upc-counted -fno-upc-together "$program" -o without
"$UPCC" "$program" -o unoptimised # the passes run without a level of optimisation
"$UPCRUN" -q -n 3 -pshm-width 1 ./unoptimised >out 2>err || { cat err; exit 1; }
for mode in "-pshm-width 1" "-nodes 2"; do
    for program in with together without; do
        # shellcheck disable=SC2086
        "$UPCRUN" -q -n 2 $mode ./$program >$program.out 2>err || { cat err; exit 1; }
    done
    # 64 of the objects on the list are far, and so are those of the pairs.
    # Those of the pairs have been read before.
    for kind in list pairs; do
        test "$(count $kind together.out)" -le 70 ||
            { cat together.out; echo "$mode: $kind"; exit 1; }
        test "$(count $kind with.out)" -le 40 || { cat with.out; echo "$mode: $kind"; exit 1; }
    done
    test "$(count list without.out)" -ge 120 || { cat without.out; echo "$mode: list"; exit 1; }
    # A read and a message with the stores for each far object.
    test "$(count stores together.out)" -le 140 ||
        { cat together.out; echo "$mode: stores"; exit 1; }
    test "$(count stores without.out)" -ge 180 ||
        { cat without.out; echo "$mode: stores"; exit 1; }
    for kind in nodes stack; do
        test "$(count $kind with.out)" -le 200 || { cat with.out; echo "$mode: $kind"; exit 1; }
    done
    test "$(count lines with.out)" -le 60 || { cat with.out; echo "$mode: lines"; exit 1; }
    test "$(count searches with.out)" -le 400 || { cat with.out; echo "$mode: searches"; exit 1; }
    for kind in updates scatter; do
        test "$(count $kind with.out)" -le 400 || { cat with.out; echo "$mode: $kind"; exit 1; }
    done
done
