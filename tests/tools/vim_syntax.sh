# vim knows files of UPC by their names, and colours every word that the compiler has.
files=$(dirname "$(dirname "$UPCC")")/share/vim/vimfiles
grep -o '{ "[A-Za-z_]*" Upc }' "$ROOT/compiler/crates/upc-syntax/src/token.rs" |
  cut -d'"' -f2 >words
[ "$(wc -l <words)" -gt 13 ]
while read -r word; do grep -qw "^syntax keyword .*$word" "$files/syntax/upc.vim"; done <words

command -v vim >/dev/null || exit 0
vim --version | grep -q '+syntax' || exit 0
echo 'shared int x[THREADS]; int main(void) { upc_barrier; }' >a.upc
cat >look.vim <<'END'
let names = map([1, 8, 42], 'synIDattr(synID(1, v:val, 1), "name")')
call writefile([&filetype] + names, "seen")
qall!
END
vim -N -u NONE -i NONE -es --cmd "set runtimepath^=$files" --cmd 'filetype on' --cmd 'syntax on' \
  a.upc -S look.vim </dev/null >out 2>&1 || true
printf 'upc\nupcQualifier\ncType\nupcStatement\n' | diff - seen
