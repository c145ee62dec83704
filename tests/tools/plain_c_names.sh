# In a C file without shared, strict and relaxed are names.
cat >a.c <<'C'
static int decode(int value, int strict) { return strict ? value : -value; }
static int relaxed = 1;
int main(void) { return decode(relaxed, 1) + decode(1, 0); }
C
"$UPCC" -o a a.c
./a
"$UPCC" -pthreads -o a a.c
./a
"$UPCC" -fupc-analyze-all -o a a.c
"$UPCRUN" -n 2 ./a
cp a.c b.upc
! "$UPCC" -c b.upc 2>err
echo 'shared int x; int strict;' >c.c
! "$UPCC" -c c.c 2>err
