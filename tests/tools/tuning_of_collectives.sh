# upctune measures, continues after an interrupt, and writes a table that programs find and use. A
# table of another machine, or a damaged one, gets one message and is not used.
export XDG_CONFIG_HOME=$PWD/config
unset UPC_COLL_TABLE
upctune=$(dirname "$UPCRUN")/upctune
"$UPCC" -o a "$ROOT/tests/tools/programs/broadcast.upc"
runs() { test "$("$UPCRUN" -n 2 ./a 2>err | tr '\n' ' ')" = "41 41 "; }
origin() {
    "$UPCRUN" -n 2 -show-coll ./a 2>&1 >/dev/null | sed -n 's/^# algorithms are chosen by //p'
}

test "$(origin)" = "the shipped rules"
"$upctune" -quick -time 0.3 -threads 2 -only broadcast,reduce -largest 64 >map 2>log || {
    cat log
    exit 1
}
head -1 log | grep -q '^upctune: measures the algorithms of 2 collectives for about 0.3 s on this'
grep -q 'table chooses from now on' map
table=$(echo config/partita/collectives-*.table)
test -s "$table"
test -s "${table%.table}.svg"
test ! -e "${table%.table}.part"
grep -q '^  2 processes, strong  *8 [a-z]  32 [a-z]$' map
grep -q '^Of 16 sizes measured' map
grep -q '^broadcast  *0  *0  strong+pthreads  *[a-z]' "$table"
for name in region.latency region.byte turn own.byte; do
    [ "$(nproc)" -gt 1 ] || [ "$name" = turn ] || continue
    grep -q "^cost $name [0-9.e+-]*$" "$table"
done
grep -q '<svg .*>' "${table%.table}.svg"
origin | grep -q "^$PWD/$table ([0-9]* rules), then the shipped rules$"
runs
test ! -s err
test "$(UPC_COLL_TABLE=none origin)" = "the shipped rules"
test "$(UPC_TOPOLOGY=numa:2 origin)" = "the shipped rules: the topology is simulated"

# An interrupted run: what is left of it is used, with the same options only.
head=$(sed -n '/^format/,/^algorithms/p' "$table")
printf '%s\n' "$head" 'seconds 0.3 full false largest 64' 'job processes 2 gather' \
    'gather 8 strong push 10 chosen' 'gather 8 loose push_ring 10' 'done' >config/partita/x.part
"$upctune" -quick -time 0.3 -threads 2 -only gather -largest 64 -o config/partita/x.table >map 2>log
grep -q 'goes on after 1 measurements' log
grep -q '^gather  *0  *0  loose+processes  *push_ring$' config/partita/x.table

# Algorithms that the model leaves open take part, and what would be chosen without.
"$upctune" -quick -restart -time 0.3 -threads 2 -only gather -largest 8 -o y.table >map 2>log
grep -q '^Programs choose by y.table if UPC_COLL_TABLE names it' map
grep -q '^gather ' y.table

# A table by hand.
change() { sed "$1" "$table" >changed; export UPC_COLL_TABLE=$PWD/changed; }
change 's/^\(broadcast .*\) [a-z_:0-9]*$/\1 pull_chain:8K/'
runs
test ! -s err
warns() {
    change "$1"
    runs
    test "$(wc -l <err)" = 1
    grep -q "UPC_COLL_TABLE: .*changed is not used: $2" err
    origin | grep -q 'the shipped rules; .*changed is not used'
}
warns 's/^processor .*/processor of another kind/' \
    "it is for another processor: 'of another kind', not"
warns 's/^algorithms .*/algorithms 0/' 'it is of a library with other algorithms'
warns 's/^\(broadcast .*\) [a-z_:0-9]*$/\1 pull_chain:1000/' \
    "line [0-9]*: the operation has no algorithm 'pull_chain:1000'"
warns '/^end/d' 'line [0-9]*: it is cut off'
warns 's/pthreads/threads/' 'line [0-9]*: any, free, strong'
warns 's/^cost turn .*/cost turn 0/' \
    "line [0-9]*: one number above 0 and below 1e12 is expected after 'turn'"
UPC_COLL_TABLE=nowhere runs
grep -q 'UPC_COLL_TABLE: nowhere is not used: cannot read it: No such file' err
if "$upctune" -brief 2>err; then exit 1; fi
grep -q 'there is no option -brief: upctune -help' err
if "$upctune" -thread 4 2>err; then exit 1; fi
grep -q 'there is no option -thread: did you mean -threads?' err
"$upctune" -help | grep -q -- '-quick'
