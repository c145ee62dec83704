# A unit has of Partita's headers what it names, and nothing is missing when what it names is odd:
# the address of a function, a name in a string of asm, one made by a macro, one that only the
# library's own inline functions call.
cat >few.upc <<'END'
#include <stdio.h>
#include <upc.h>
int main(void) { printf("%d\n", THREADS); return 0; }
END
"$UPCC" -save-temps few.upc -o few
grep -q 'bupc_atomicI_read_strict' few.upci
test -z "$(grep 'bupc_atomicI_\|upcr_put_\|upc_memget' few.trans.c)"
grep -q 'struct upcr_thread' few.trans.c
# The text in between still says what the program could use.
"$UPCC" -E few.upc | grep -q 'bupc_atomicI_read_strict'

cat >odd.upc <<'END'
#include <upc.h>
#include <bupc_collectivev.h>
#define NAME(what) upc_##what##of
shared [3] int a[3 * THREADS];
void by_name(void) __attribute__((alias("in_c")));
void in_c(void) { __asm__ volatile("# bupc_poll"); }
int main(void) {
  void (*barrier)(shared void *, shared const void *, size_t) = upc_memcpy;
  barrier(a, a, 0);
  by_name();
  a[MYTHREAD] = bupc_allv_reduce(int, MYTHREAD, 0, UPC_ADD) + NAME(thread)(&a[4 % (3 * THREADS)]);
  return bupc_thread_distance(MYTHREAD, MYTHREAD);
}
END
"$UPCC" -save-temps odd.upc -o odd
grep -q 'bupc_poll(void)' odd.trans.c
"$UPCRUN" -n 2 ./odd
"$UPCC" -g -o odd odd.upc
"$UPCRUN" -n 2 ./odd

# Declarations that a unit does not name are still known if a name is misspelt, or its header
# missing.
printf '#include <upc.h>\nint main(void) { upc_threadoff(0); return bupc_pol(); }\n' >near.upc
if "$UPCC" -c near.upc 2>said; then exit 1; fi
grep -q "upc_threadof'" said
grep -q "bupc_poll'" said
printf '#include <upc.h>\nint main(void) { return bupc_pol(); }\n' >near.upc
"$UPCC" -c near.upc 2>said || true
grep -q "bupc_poll'" said
