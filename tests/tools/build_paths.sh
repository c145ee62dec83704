# No folder of the machine that built the tree is in its libraries, its tools, or a program made
# with it; `make check` is `make test`.
command -v strings >/dev/null || exit 0
tree=$(cd "$(dirname "$UPCC")/.." && pwd)
echo 'shared int a[THREADS]; int main(void) { a[MYTHREAD] = 1; upc_barrier; return a[0] - 1; }' \
    >a.upc
"$UPCC" -o plain a.upc
"$UPCC" -pthreads -ffile-prefix-map="$PWD=here" -ffile-prefix-map="$tree=tree" -g -o mapped \
    "$PWD/a.upc"
"$UPCRUN" -q -n 2 ./mapped
for file in "$tree"/lib/*.a "$tree"/bin/upcc "$tree"/bin/upc-lsp "$tree"/bin/upcrun \
    "$tree"/bin/upctune plain mapped; do
    strings -a "$file" >all
    if grep -F -e "$ROOT/runtime" -e "$ROOT/compiler" -e "/.cargo/registry" all >found; then
        head -n 3 found
        exit 1
    fi
done
strings -a mapped >all
! grep -F "$PWD" all
grep -q '^here/a.upc:1$' all

make -s -n -C "$ROOT" check >check
make -s -n -C "$ROOT" test >test
cmp check test
