# Applications written by subscripts alone send at most 1.2 times as many messages as those that are
# optimised by hand, far and over two nodes: the runtime's own counts, on average of a round.
apps=$ROOT/bench/apps
export BENCH_BATCHES=1
messages() { # messages NAME FILE
    sed -n "s/.*\"name\":\"$1_messages\".*\"messages\":\([0-9.]*\).*/\1/p" "$2" | grep . || echo 0
}
for app in sobel heat2d sparse histogram kmeans matmul; do
    for form in plain fast; do
        "$UPCC" -O2 -T2 -I"$ROOT/bench/include" "$apps/$app/$form.upc" -o ${app}_$form -lm
    done
    for mode in "-pshm-width 1" "-nodes 2"; do
        for form in plain fast; do
            # shellcheck disable=SC2086
            "$UPCRUN" -q -n 2 $mode ./${app}_$form >$form.out ||
                { echo "$app/$form $mode fails"; exit 1; }
        done
        plain=$(messages ${app}_plain plain.out)
        hand=$(messages ${app}_fast fast.out)
        awk "BEGIN { exit !($hand > 0 && $plain <= 1.2 * $hand) }" || {
            echo "$app $mode: $plain messages, $hand by hand"
            exit 1
        }
    done
done
