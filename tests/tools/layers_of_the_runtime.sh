# A folder of runtime/src includes from itself and from those before it in runtime/CMakeLists.txt,
# and ARCHITECTURE.md has them in that order. Another file uses each declaration of a header; other
# functions are `static`.
lib=$(dirname "$(dirname "$UPCC")")/lib/libupcr.a

layers() {
    sed -n '/^set(layers /,/)$/p' "$ROOT/runtime/CMakeLists.txt" | sed 's/set(layers//' |
        grep -o '[a-z/]*[a-z]' | sed 's,/.*,,' | uniq
}
layers >order
[ "$(wc -l <order)" -gt 9 ]
sed -n '/^runtime\//,/^launcher\//s,^  src/\([a-z]*\)/.*,\1,p' "$ROOT/ARCHITECTURE.md" |
    grep -v compat >map
diff order map

# upward SRC: the includes in it that go up, as "folder/file: what", and how many there are in all
upward() {
    (cd "$1" && grep -rHo '^ *# *include *"[^"]*"' --include='*.[ch]' .) |
        sed 's,^\./,,; s,# *include *,,; s,",,g; s/: */ /' |
        awk 'NR == FNR { rank[$1] = NR; next }
            {
                all++
                split($1, file, "/")
                to = $2
                if (!sub(/^(\.\.\/)+/, "", to)) to = "" # beside the file
                split(to, target, "/")
                if (target[1] in rank && file[1] in rank && rank[target[1]] > rank[file[1]])
                    print $1 ": " $2
            }
            END { print all " includes" }' order -
}
upward "$ROOT/runtime/src" >found
grep -v 'includes$' found && exit 1
[ "$(sed -n 's/ includes//p' found)" -gt 500 ]

# One that goes up is seen.
mkdir -p src/base src/team/ops
echo '#include "../coll/call.h"' >src/base/log.c
echo '#include "../../base/log.h"' >src/team/ops/gather.c
upward src >found
printf 'base/log.c: ../coll/call.h\n2 includes\n' | diff - found

# Declared in a header of runtime/src, defined in the library, and used by no other file of it, by a
# test or by gdb.
nm "$lib" 2>nm.err | awk '
    $2 ~ /^[TDBR]$/ { defined[$3] = 1 }
    $1 == "U" { used[$2] = 1 }
    END { for (name in defined) if (!(name in used)) print name }' | sort >unused
cat $(find "$ROOT/runtime/src" -name '*.h') | grep -o 'upcr_[a-z_0-9]*' | sort -u >declared
comm -12 unused declared >candidates
[ -s candidates ]
cat $(find "$ROOT/runtime/test" "$ROOT/runtime/gdb" "$ROOT/runtime/include" \
    "$ROOT/runtime/src/inst/tool" -name '*.[chp]*') >users
while read -r name; do
    # Text is asked too: some are used in a -pthreads executable alone.
    if ! grep -qw "$name" users && [ "$(grep -rlw "$name" --include='*.c' "$ROOT/runtime/src" |
        wc -l)" -le 1 ]; then
        echo "$name"
    fi
done <candidates >alone
diff /dev/null alone
