# `upcc hello.upc`, compiled and linked, compared with `cc -E` and `cc` for the same program without
# UPC. Both link the runtime, as every UPC program does: the rival's link is the one of upcc. A
# second rival, a link of plain C, shows the cost of the runtime. Processor time, interleaved,
# medians.

hello() {
    local i
    sed -e '/#include <upc.h>/d' -e 's/MYTHREAD/0/; s/THREADS/1/' "$root/examples/hello/hello.upc" \
        >"$scratch/plain.c"
    "$UPCC" -c "$root/examples/hello/hello.upc" -o "$scratch/upc.o" &&
        runtime_of_link || return 1
    for i in {1..31}; do
        milliseconds "$UPCC" "$root/examples/hello/hello.upc" -o "$scratch/hello" \
            >>"$scratch/hello.upcc" &&
            milliseconds rival >>"$scratch/hello.rival" &&
            milliseconds plain >>"$scratch/hello.plain" || return 1
    done
    "$scratch/plain.out" | grep -qx 'Hello from thread 0 of 1' || return 1
    verdict 'hello.upc: upcc / (cc -E, cc, same link)' "$(ratio rival)" '<=' 1.20 times
    figure 'hello.upc: upcc / (cc -E, cc, plain link)' "$(ratio plain)" times
}

# runtime=: the arguments of upcc's link after the program's object.
runtime_of_link() {
    local words
    read -r -a words < <("$UPCC" -v "$scratch/upc.o" -o "$scratch/hello" 2>&1 |
        grep -m 1 "$scratch/upc.o .*libupcr") || return 1
    while [ "${words[0]}" != "$scratch/upc.o" ]; do words=("${words[@]:1}"); done
    runtime=("${words[@]:1}")
}

rival() { plain_object && "$CC" "$scratch/plain.o" -o "$scratch/rival.out" "${runtime[@]}"; }
plain() {
    "$CC" -E "$scratch/plain.c" -o "$scratch/plain.i" &&
        "$CC" "$scratch/plain.i" -o "$scratch/plain.out"
}
plain_object() {
    "$CC" -E "$scratch/plain.c" -o "$scratch/plain.i" &&
        "$CC" -c "$scratch/plain.i" -o "$scratch/plain.o"
}

ratio() {
    awk -v a="$(median "$scratch/hello.upcc")" -v b="$(median "$scratch/hello.$1")" \
        'BEGIN { printf "%.2f", a / b }'
}
