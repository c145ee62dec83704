# More shared heap than can be: a message with the amount and the option.
echo '#include <upc.h>
int main(void) { return 0; }' >a.upc
"$UPCC" -o a a.upc
! "$UPCRUN" -n 2 -shared-heap 900T ./a 2>err
grep -q 'shared-heap\|UPC_SHARED_HEAP_SIZE' err
! "$UPCRUN" -n 2 -shared-heap 12parsecs ./a 2>err
grep -q parsecs err
