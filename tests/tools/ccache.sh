# ccache that runs upcc gives wrong objects, and upcc warns; ccache run by upcc is right. Without
# ccache a script of that name replaces it: objects by the words of the command.
if command -v ccache >/dev/null; then
  export CCACHE_DIR="$PWD/cache"
  ln -s "$(command -v ccache)" ./ccache
else
  cat >ccache <<'X'
#!/bin/sh
last= out=
for word; do
  if [ "$last" = -o ]; then out=$word; fi
  last=$word
done
case " $* " in *" -c "*) ;; *) exec "$@" ;; esac
mkdir -p cache
key=cache/$(echo "$@" | cksum | tr ' ' -)
if test -f "$key" && test -z "$(echo "$@" | grep trans.c)"; then
  cp "$key" "$out"
  exit 0
fi
status=0
"$@" || status=$?
if [ $status = 0 ]; then cp "$out" "$key"; fi
exit $status
X
  chmod +x ccache
fi
PATH="$PWD:$PATH"
echo 'int threads(void) { return THREADS; }' >a.c
threads() { "${UPCC%/bin/*}"/bin/upcc a.o main.upc -o a 2>/dev/null && ./a; }
cat >main.upc <<'X'
#include <stdio.h>
int threads(void);
int main(void) {
  if (MYTHREAD == 0)
    printf("%d\n", threads());
  return 0;
}
X

# In front: told, once.
ccache "$UPCC" -c a.c -o a.o 2>err
test "$(grep -c 'warning: run by ccache.*UPCC_CC=' err)" = 1
ccache "$UPCC" -w -c a.c -o b.o 2>err
test ! -s err
ccache "$UPCC" -fsyntax-only a.c 2>err
test ! -s err

# Behind: the objects are right when the variables change.
export UPCC_CC="ccache gcc"
for n in 2 3 2; do
  UPCC_FIXED_THREADS=$n "$UPCC" -c a.c -o a.o 2>err
  test ! -s err
  test "$(UPCC_FIXED_THREADS=$n threads)" = $n
done
CFLAGS=-DEXTRA=1 "$UPCC" -c a.c -o a.o
