# sample NAME CASES: prints the case, a line of CASES, that the name selects; all of them with
# UPC_TEST_FULL=1.
sample() {
    if [ "${UPC_TEST_FULL:-0}" != 0 ]; then
        printf '%s\n' "$2"
    else
        number=$(printf '%s' "$1" | cksum | cut -d' ' -f1)
        printf '%s\n' "$2" | sed -n "$((number % $(printf '%s\n' "$2" | wc -l) + 1))p"
    fi
}
