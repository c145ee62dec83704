# Programs take their branches for Berkeley UPC if upcc is asked to define its macros, and only
# then.
cat >a.upc <<'X'
#include <upc.h>
#include <stdio.h>
#pragma UPCR NO_SRCPOS
#ifdef __BERKELEY_UPC__
#pragma upc upc_code
bupc_handle_t pending = BUPC_COMPLETE_HANDLE;
#else
typedef int bupc_handle_t;
#define bupc_waitsync(h)
bupc_handle_t pending;
#endif
#ifdef __BERKELEY_UPC_PTHREADS__
#define MODE " with pthreads"
#else
#define MODE ""
#endif
strict shared int flag;
int main(void) {
  bupc_waitsync(pending);
  if (MYTHREAD == 0)
    flag = 1;
#if __BERKELEY_UPC_RUNTIME__
  gasnett_tick_t start = gasnett_ticks_now();
  while (!flag || gasnett_ticks_now() < start) {
    gasnett_sched_yield();
    upc_poll();
  }
  if (MYTHREAD == 0)
    printf("berkeley %d.%d.%d%s\n", __BERKELEY_UPC__, __BERKELEY_UPC_MINOR__,
           __BERKELEY_UPC_PATCHLEVEL__, MODE);
#else
  if (MYTHREAD == 0)
    puts("other");
#endif
  return 0;
}
X
said() { "$@" -o a a.upc; "$UPCRUN" -n 2 ./a; }
ln -s "$UPCC" upcc-berkeley
test "$(said "$UPCC")" = 'other'
test "$(said "$UPCC" -fberkeley)" = 'berkeley 2022.10.0'
test "$(said "$UPCC" -fberkeley -pthreads 2>err)" = 'berkeley 2022.10.0 with pthreads'
test "$(said ./upcc-berkeley)" = 'berkeley 2022.10.0'
test "$(UPCC_BERKELEY=1 said "$UPCC")" = 'berkeley 2022.10.0'
test "$(UPCC_BERKELEY=0 said "$UPCC")" = 'other'
test "$(said ./upcc-berkeley -fno-berkeley)" = 'other'
# Plain C is no program of Berkeley's.
printf '#ifdef __BERKELEY_UPC__\n#error\n#endif\n' >c.c
"$UPCC" -fberkeley -x c -fsyntax-only c.c

# Options of its upcc that mean nothing here are taken, with a word about it.
accepted() {
  "$UPCC" "$@" -c a.upc 2>err
  grep -q "has no effect" err
}
accepted -translator=/opt/bupc/open64
accepted --translator /opt/bupc/open64
accepted -link-cache
accepted -nolink-cache
accepted -sizes-file=sizes
accepted -pow2-symptr
# The program has pthreads of its own.
cat >p.upc <<'X'
#include <pthread.h>
#include <stdio.h>
#include <upc.h>
static void *answer(void *x) { return x; }
int main(void) {
  pthread_t t;
  void *out = 0;
  if (pthread_create(&t, 0, answer, &t) != 0 || pthread_join(t, &out) != 0 || out != &t)
    return 1;
  if (MYTHREAD == 0)
    puts(_REENTRANT ? "ok" : "no");
  return 0;
}
X
"$UPCC" -uses-threads -o p p.upc 2>err
test ! -s err
test "$("$UPCRUN" -n 2 ./p)" = ok
