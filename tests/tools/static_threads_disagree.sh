# conformance: ENV-5.1.1.1-U1 ENV-5.1.1.1-S1
# A program made for 3 threads does not start with 4, and the message says both numbers.
echo '#include <upc.h>
int main(void) { return MYTHREAD > THREADS; }' >a.upc
"$UPCC" -T 3 -o a a.upc
! "$UPCRUN" -n 4 ./a 2>err
grep -q 3 err
grep -q 4 err
"$UPCC" -T 3 -c -o three.o a.upc
echo 'int other(void) { return THREADS; }' >b.upc
"$UPCC" -T 4 -c -o four.o b.upc
! "$UPCC" -o mixed three.o four.o 2>err
grep -q four.o err
