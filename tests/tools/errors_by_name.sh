# Errors have names, which -explain takes, and the page about them has them all.
cat >a.upc <<'X'
#include <upc.h>
int main(void) {
  upc_forall (int i = 0; i < 4; i++; 1.5)
    ;
  return 0;
}
X
! "$UPCC" -c a.upc 2>err
grep -q 'error: the affinity has type .*\[upc-affinity\]$' err
! grep -q explain err
! "$UPCC" -c -fdiagnostics-color a.upc 2>err
grep -q '^upcc: note: upcc -explain upc-affinity ' err
! "$UPCC" -c -fdiagnostics-format=json a.upc 2>err
grep -q '"name":"upc-affinity"' err

"$UPCC" -explain upc-affinity >page
head -n 1 page | grep -q "^Error 'upc-affinity': the fourth part of upc_forall"
grep -q '^## The value of an element as affinity' page
grep -q '^## A private address as affinity' page
"$UPCC" --explain=-Wupc-forall-exit | grep -q '^## break out of upc_forall'
! "$UPCC" -explain upc-afinity 2>err
grep -q "no message of upcc has this name; did you mean 'upc-affinity'?" err
! "$UPCC" -explain 2>err
grep -q explain err

"$UPCC" --help=errors | sed -n 's/^  \([a-z-]*\)$/\1/p' >names
test "$(wc -l <names)" -gt 50
sed -n 's/^| `\([a-z-]*\)` |.*/\1/p' "$ROOT/docs/errors.md" | cmp - names

# A pointer to anything but a lock gets help about locks.
echo '#include <upc.h>
int x;
int main(void) { upc_lock(&x); return 0; }' >lock.upc
! "$UPCC" -c lock.upc 2>err
grep -q '= help: upc_all_lock_alloc and upc_global_lock_alloc make locks' err
