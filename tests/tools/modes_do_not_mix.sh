# Objects of one mode do not link with those of the other; pthreads need an executable compiled for
# them.
echo '#include <upc.h>
int main(void) { return 0; }' >a.upc
echo 'int f(void) { return MYTHREAD; }' >b.upc
"$UPCC" -c a.upc
"$UPCC" -pthreads -c b.upc
! "$UPCC" -o mixed a.o b.o 2>err
grep -q b.o err
"$UPCC" -o processes a.upc
! "$UPCRUN" -n 4 -p 2 ./processes 2>err
grep -q -- -pthreads err
