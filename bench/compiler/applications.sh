# The compiler's time at -O3 for the programs of bench/apps by subscripts alone, compared with that
# of the C compiler for the same program in C: processor time, the least of several, in turn. The
# limit is on the sum; the ratios of the programs show the worst.

application_limit=1.4

applications() {
    local apps=$root/bench/apps program name form upc c all_upc=0 all_c=0 i
    for program in "$apps"/*/openmp.c; do
        name=$(basename "$(dirname "$program")")
        form=$apps/$name/plain.upc
        [ -f "$form" ] || continue
        rm -f "$scratch"/app.upc "$scratch"/app.c
        for i in 1 2 3 4 5; do
            milliseconds "$UPCC" -O3 -T 2 -I "$root/bench/include" -c "$form" -o "$scratch/app.o" \
                >>"$scratch/app.upc" &&
                milliseconds "$CC" -O3 -I "$root/bench/include" -c "$program" -o "$scratch/app.o" \
                >>"$scratch/app.c" ||
                return 1
        done
        upc=$(least "$scratch/app.upc") c=$(least "$scratch/app.c")
        all_upc=$((all_upc + upc)) all_c=$((all_c + c))
        figure "$name at -O3, of the C compiler's time" \
            "$(awk "BEGIN { printf \"%.2f\", $upc / $c }")" "times ($upc ms)"
    done
    verdict 'applications at -O3, of the C compiler'"'"'s time' \
        "$(awk "BEGIN { printf \"%.2f\", $all_upc / $all_c }")" \
        '<=' "$application_limit" times
}
