# Translation of SQLite's amalgamation, preprocessed, with every function analysed and rewritten:
# speed and memory of upcc alone. One limit is on instructions, which do not depend on the machine's
# load; the other, LINES_PER_SECOND, is for an idle machine.

translation() {
    local text=$scratch/sqlite3.i lines i instructions
    local translate=(-fupc-analyze-all -trans -o "$scratch/sqlite3.trans.c")
    "$CC" -E "$sqlite/sqlite3.c" -o "$text" || return 1
    lines=$(wc -l <"$text")
    for i in 1 2 3 4 5 6 7; do
        milliseconds "$UPCC" "${translate[@]}" "$text" || return 1
    done >"$scratch/translation"
    grep -q 'sqlite3_open' "$scratch/sqlite3.trans.c" || return 1
    verdict 'SQLite translated, lines a second' \
        "$(awk -v n="$lines" '{ printf "%d", n / $1 * 1000 }' \
        <<<"$(least "$scratch/translation")")" \
        '>=' "${LINES_PER_SECOND:-500000}" lines/s
    /usr/bin/time -f %M -o "$scratch/memory" "$UPCC" "${translate[@]}" "$text" || return 1
    verdict 'SQLite translated, peak memory' "$(awk '{ printf "%d", $1 / 1024 }' \
        "$scratch/memory")" '<=' 300 MiB
    instructions=$(count_instructions "${translate[@]}" "$text") || return 1
    verdict 'SQLite translated, instructions a line' $((instructions / lines)) '<=' \
        "$(awk '$1 == "translation" { printf "%d", $2 * 1.05 }' "$here/baseline")" instructions
}

# count_instructions OPTION... FILE: of its translation.
count_instructions() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$UPCC" "$@" \
        2>"$scratch/callgrind" ||
        { cat "$scratch/callgrind" >&2; return 1; }
    awk '/Collected/ { print $NF }' "$scratch/callgrind"
}
