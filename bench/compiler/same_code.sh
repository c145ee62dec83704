# C without shared data: each object that upcc makes has the machine code, the data and the
# relocations of the C compiler's own.

same_code() {
    local source objects=0 differ=0
    for source in "$root"/examples/reference/*.c "$zlib"/*.c "$lua"/src/*.c "$sqlite/sqlite3.c"; do
        objects=$((objects + 1))
        same_object "$source" && continue
        differ=$((differ + 1))
        echo "       $source: another object than that of $CC"
    done
    figure 'objects of C compared: examples, zlib, Lua, SQLite' $objects objects
    verdict 'objects of C that differ' $differ '<=' 0 objects
}

# same_object FILE: compiled in its own folder, with -O2.
same_object() {
    local folder=${1%/*} name=${1##*/}
    local options=(-O2 -w -I. -DLUA_USE_LINUX -DHAVE_UNISTD_H -c "$name")
    (cd "$folder" && "$CC" "${options[@]}" -o "$scratch/theirs.o" &&
        "$UPCC" "${options[@]}" -o "$scratch/ours.o") || return 1
    contents "$scratch/theirs.o" >"$scratch/theirs" &&
        contents "$scratch/ours.o" >"$scratch/ours" &&
        [ -s "$scratch/ours" ] && cmp -s "$scratch/theirs" "$scratch/ours"
}

# contents OBJECT: bytes and relocations of every section, without those that only name the
# compiler.
contents() {
    objcopy --strip-debug -R .note.upc -R .comment "$1" "$1.bare" && objdump -sr "$1.bare" |
        tail -n +3
}
