# Messages that point at the declaration of a function of the UPC library point into upc.h, where
# the user can read it.
cat >other.upc <<'Y'
#include <upc.h>
int upc_lock(int);
Y
cat >static.upc <<'Y'
static void upc_global_exit(int status) {}
int main(void) { return MYTHREAD; }
Y
for name in other static; do
  if "$UPCC" -c $name.upc 2>err; then exit 1; fi
  grep -q '/include/.*upc\.h:[0-9]' err
  test "$(grep -c 'upcr/[a-z_]*\.h:[0-9]*:[0-9]' err)" = 0
done
# It can be read alone, and twice.
cat >alone.upc <<'Y'
#include <upc.h>
#include <upc.h>
shared int *p;
size_t f(void) { return upc_threadof(p) + sizeof(bupc_tick_t); }
Y
"$UPCC" -Wall -Werror -c alone.upc
"$UPCC" -Wall -Werror -fno-upc-pre-include -c alone.upc
