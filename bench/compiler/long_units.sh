# Translation of long units full of UPC: upcc alone on a unit and on one four times as long. Limits
# are on the ratio of their instructions, and on those of one more repetition; neither depends on
# the machine's load.

long_unit_limit=4.5

# Kinds of units: name, text before, repeated text, text behind; K is another number each time. F is
# a function's head. `warnings`: messages that name a declaration far above.
long_units() {
    cat <<'EOT'
functions||void fK(int n) { for (int i = 1; i < n; i++) c[i] += d[i] * K + d[i - 1]; }|
forall|F|upc_forall (int i = 1; i < n; i++; &c[i]) c[i] = d[i] + d[i - 1] * K;|}
statements|F|c[n + K] = x + d[K]; x = c[K];|}
loop|F for (int i = 0; i < n; i++) {|c[i + K] = x + d[i + K];|} }
cases|F for (int i = 0; i < n; i++) switch (d[i]) {|case K: c[i + K] = K; break;|} }
branches|F for (int i = 0; i < n; i++)|if (c[i] == K) c[i] = d[i]; else|; }
waits|F int e = 0; while (!e) {|if (c[K]) { while (n < e) { if (x) break; n++; } continue; }|} }
sum|int f(int i) { return 0|+ c[i + K]|; }
warnings|shared int e[2], *t[] = {|&e[K + 3],|};
EOT
}

# long_unit KIND COUNT: the unit with COUNT repetitions.
long_unit() {
    long_units | awk -F'|' -v kind="$1" -v count="$2" '$1 == kind {
        print "#include <upc_relaxed.h>"
        print "shared int c[9999*THREADS]; shared [8] int d[9999*THREADS]; int x;"
        sub(/^F/, "void f(int n) {", $2)
        print $2
        for (k = 0; k < count; k++) { s = $3; gsub(/K/, k, s); print s }
        print $4 }'
}

long_units_in_proportion() {
    local kind short long few=250 many=1000 translate=(-O2 -T 2 -trans -o /dev/null)
    for kind in $(long_units | cut -d'|' -f1); do
        long_unit "$kind" "$few" >"$scratch/short.upc"
        long_unit "$kind" "$many" >"$scratch/long.upc"
        short=$(count_instructions "${translate[@]}" "$scratch/short.upc") &&
            long=$(count_instructions "${translate[@]}" "$scratch/long.upc") || return 1
        verdict "four times as many: $kind, instructions" \
            "$(awk "BEGIN { printf \"%.2f\", $long / $short }")" '<=' "$long_unit_limit" times
        verdict "one more: $kind" $(((long - short) / (many - few))) '<=' \
            "$(awk -v kind="unit-$kind" '$1 == kind { printf "%d", $2 * 1.1 }' \
            "$here/baseline")" instructions
    done
}
