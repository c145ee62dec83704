# bash completes options as --help lists them, also after options with values, and leaves the
# program's own arguments alone.
command -v bash >/dev/null || exit 0
completions=$(dirname "$(dirname "$UPCC")")/share/bash-completion/completions
export completions
cat >try.sh <<'END'
compopt() { :; } # which only a shell that is typed into has
try() { # try TOOL WORD...: what may stand for the last word
    local tool=$1
    . "$completions/$(basename "$tool")"
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
    "_$(basename "$tool")" "$tool"
    echo "${COMPREPLY[*]}"
}
try "$@"
END
bash try.sh "$UPCC" -shared-h | grep -qx -- -shared-heap=
bash try.sh "$UPCC" prog.upc -nopt | grep -qx -- -nopthreads
bash try.sh "$UPCRUN" -n 4 -freeze-o | grep -qx -- -freeze-on-error
bash try.sh "$UPCRUN" -np=4 -V | grep -qx -- -V
bash try.sh "$UPCRUN" -n 4 ./prog -freeze-o | grep -qx ''
bash try.sh "$(dirname "$UPCC")/upctune" -qu | grep -qx -- -quick
