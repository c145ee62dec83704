# The cost of a call's choice of an algorithm after the first of its shape: instructions of
# upcr_call_run itself, which looks the choice up and runs it. 60 are 10 ns of a processor of 2.5
# GHz that does 2.4 of them in a cycle.
if ! command -v valgrind; then exit 0; fi
cat >calls.upc <<'Y'
#include <stdlib.h>
#include <upc.h>
#include <upc_collective.h>
shared char from[THREADS], to[THREADS];
int main(int argc, char **argv)
{
    upc_barrier;
    for (int i = atoi(argv[1]); i > 0; i--)
        upc_all_broadcast(to, from, 1, UPC_IN_NOSYNC | UPC_OUT_NOSYNC);
    upc_barrier;
    return 0;
}
Y
"$UPCC" -O2 -pthreads -o calls calls.upc
count() {
    rm -f counts.*
    valgrind -q --tool=callgrind --trace-children=yes --callgrind-out-file=counts.%p \
        "$UPCRUN" -n 2 -p 2 ./calls "$1" >out 2>err || { cat err; exit 1; }
    for file in counts.*; do callgrind_annotate --threshold=100 "$file"; done |
        sed -n 's/^ *\([0-9,]*\) .*:upcr_call_run .*/\1/p' | tr -d , | sort -n | tail -1
}
few=$(count 1000)
many=$(count 3000)
each=$(((many - few) / 4000)) # of two threads
echo "$each instructions a call"
[ "$each" -gt 5 ]
[ "$each" -le 60 ]
