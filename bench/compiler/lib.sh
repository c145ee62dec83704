# Common functions of the compiler's benchmarks; sourced by scripts of bash.

failed=0

# verdict NAME VALUE RELATION LIMIT UNIT: prints the value, and counts a broken limit. RELATION is
# <= or >=.
verdict() {
    if awk -v a="$2" -v b="$4" "BEGIN { exit !(a $3 b) }"; then
        printf 'ok     %-44s %12s %s (%s %s)\n' "$1" "$2" "$5" "$3" "$4"
    else
        printf 'FAILED %-44s %12s %s, not %s %s\n' "$1" "$2" "$5" "$3" "$4"
        failed=$((failed + 1))
    fi
}

# A figure without a limit.
figure() { printf '       %-44s %12s %s\n' "$1" "$2" "$3"; }

# milliseconds COMMAND...: its processor time, with that of its children. Fails if the command
# fails.
milliseconds() {
    local TIMEFORMAT='%3U %3S' times
    times=$({ time "$@" >/dev/null 2>"$scratch/said"; } 2>&1) || {
        cat "$scratch/said" >&2
        return 1
    }
    awk '{ printf "%.0f\n", ($1 + $2) * 1000 }' <<<"$times"
}

# median FILE, least FILE: of numbers, one a line.
median() { sort -n "$1" | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }
least() { sort -n "$1" | head -n 1; }
