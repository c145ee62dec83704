# SPDX-License-Identifier: Apache-2.0
# Instructions of the functions loop_NAME of loops.upc on two pthreads, compiled with a flag.
# THREADS is fixed unless $dynamic is set. To be sourced.

count() { # count FLAG: lines "loop instructions"
    "$UPCC" -O2 ${dynamic:--T 2} -pthreads "$1" -o loops loops.upc
    rm -f counts.*
    valgrind -q --tool=callgrind --trace-children=yes --callgrind-out-file=counts.%p \
        "$UPCRUN" -n 2 -p 2 ./loops >out 2>err || { cat err; exit 1; }
    for file in counts.*; do callgrind_annotate --threshold=100 "$file"; done | tr -d , |
        awk 'match($0, /:loop_[a-z_]*/) { n[substr($0, RSTART + 6, RLENGTH - 6)] += $1 }
             END { for (name in n) print name, n[name] }'
}
