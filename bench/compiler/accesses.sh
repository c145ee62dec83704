# The C compiler's work for a shared access: functions with some hundred accesses of one kind,
# compiled by upcc, minus the same file with an empty function. The limit is on the C compiler's
# instructions, which do not depend on the machine's load: at most 15 % more than in `baseline`.
# Processor time is printed for information. Instructions and limits are gcc's: with another C
# compiler nothing is checked.

access_count=200

# Kinds of access: name, declarations, parameters, statement, loop around all; K is another constant
# in each.
access_kinds() {
    cat <<'EOF'
scalar|shared int a[100*THREADS];|void|a[0] = K;
element|shared int a[100*THREADS];|int i|a[i] = K;
block|shared [5] int a[100*THREADS];|int i|a[i] += K;
member|struct s { int f; double g; }; shared struct s a[THREADS];|shared struct s *p|p->g = K;
walk|shared [5] int a[100*THREADS];|shared [5] int *p|*p++ = K;
strict|strict shared int a[100*THREADS];|int i|a[i] = K;
loop|shared int a[100*THREADS];|int n|a[i+K] = i;|for (int i = 0; i < n; i++)
EOF
}

# access_program KIND COUNT: COUNT statements of the kind in one function.
access_program() {
    access_kinds | awk -F'|' -v kind="$1" -v count="$2" '$1 == kind {
        print "#include <upc_relaxed.h>\n" $2 "\nvoid f(" $3 ") { " $5 " {"
        for (k = 0; k < count; k++) { s = $4; gsub(/K/, k, s); print s }
        print "} }" }'
}

accesses() {
    local kind level
    "$CC" -dM -E -x c /dev/null | grep -q __clang__ && {
        echo '       accesses: limits are those of gcc'
        return 0
    }
    for kind in $(access_kinds | cut -d'|' -f1); do
        for level in O0 O2; do access "$kind" "$level" || return 1; done
    done
}

# access KIND LEVEL: measures and checks; in thousands of instructions an access.
access() {
    local name=accesses-$1-$2 full empty i
    access_program "$1" $access_count >"$scratch/accesses.upc"
    access_program "$1" 0 >"$scratch/none.upc"
    full=$(cc_instructions "$2" accesses) && empty=$(cc_instructions "$2" none) || return 1
    for i in 1 2 3; do
        milliseconds "$UPCC" "-$2" -c "$scratch/accesses.upc" -o "$scratch/accesses.o" || return 1
    done >"$scratch/$name"
    for i in 1 2 3; do
        milliseconds "$UPCC" "-$2" -c "$scratch/none.upc" -o "$scratch/none.o" || return 1
    done >"$scratch/$name-none"
    verdict "$1 -$2, 1000 instructions an access" $(((full - empty) / access_count / 1000)) '<=' \
        "$(awk -v name="$name" '$1 == name { printf "%d", $2 * 1.15 }' "$here/baseline")" \
        'thousands'
    figure "$1 -$2, time an access" "$(awk -v a="$(least "$scratch/$name")" \
        -v b="$(least "$scratch/$name-none")" \
        -v n=$access_count 'BEGIN { printf "%.2f", (a - b) / n }')" ms
}

# cc_instructions LEVEL NAME: of the C compiler on the translation of NAME.upc.
cc_instructions() {
    "$UPCC" "-$1" -trans "$scratch/$2.upc" -o "$scratch/$2.trans.c" || return 1
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$("$CC" -print-prog-name=cc1)" \
        -quiet "-$1" -g1 \
        -fpreprocessed "$scratch/$2.trans.c" -o "$scratch/$2.s" 2>"$scratch/callgrind" ||
        { cat "$scratch/callgrind" >&2; return 1; }
    awk '/Collected/ { print $NF }' "$scratch/callgrind"
}
