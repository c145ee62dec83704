# UPC_COUNT_LINES=1 counts messages and bytes by source line: also from functions of the library, in
# each transport, and the rest, so that the sum is that of UPC_COUNT_MESSAGES.
program=$ROOT/tests/tools/programs/messages_by_line.upc
line_of() { grep -n "/\* $1 \*/" "$program" | cut -d: -f1; }
adds_up() { # the lines of thread 0 are all its messages and bytes
    awk '/^upcr: thread 0: .* messages? of .* bytes$/ { messages += $(NF - 4); bytes += $(NF - 1) }
        /^upcr: thread 0: [0-9]* messages? of .* to threads/ { m = $4; b = $7 }
        END { exit !(m > 0 && m == messages && b == bytes) }' err
}
for options in "" -O2 -pthreads -g; do
    # shellcheck disable=SC2086
    "$UPCC" $options "$program" -o program
    case $options in
    *-pthreads) layouts="-n 4 -p 2 -nodes 2,-n 4 -p 2 -pshm-width 1,-n 4 -sim small" ;;
    *) layouts="-n 2 -nodes 2,-n 2 -pshm-width 1" ;;
    esac
    echo "$layouts" | tr , '\n' | while read -r layout; do
        # shellcheck disable=SC2086
        UPC_COUNT_LINES=1 UPC_COUNT_MESSAGES=1 "$UPCRUN" $layout ./program 2>err
        for line in "$(line_of "seven gets") .*: 7 messages of 21000" \
            "$(line_of "three puts") .*: 3 messages of 1500"; do
            grep -q "^upcr: thread 0: messages_by_line.upc:$line bytes$" err || {
                cat err
                echo "$options $layout: no $line"
                exit 1
            }
        done
        adds_up || { cat err; echo "$options $layout: the lines are not all"; exit 1; }
        # A thread whose lines are all its messages has no line for the rest.
        if grep -q '^upcr: thread 0: elsewhere: 0 ' err; then cat err; exit 1; fi
    done
done

# Without debug information there is the function.
"$UPCC" -g0 -O1 -fno-inline "$program" -o program
UPC_COUNT_LINES=1 "$UPCRUN" -n 2 -pshm-width 1 ./program 2>err
grep -q '^upcr: thread 0: in get' err || { cat err; exit 1; }
UPC_COUNT_LINES=0 "$UPCRUN" -n 2 -pshm-width 1 ./program 2>err
if grep -q 'messages\{0,1\} of' err; then exit 1; fi
