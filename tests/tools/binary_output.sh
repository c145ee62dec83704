# Bytes of one thread pass through as they are, long lines included.
cat >a.upc <<'X'
#include <upc.h>
#include <stdio.h>
int main(void) {
  for (int i = 0; i < 300000 && MYTHREAD == 0; i++)
    putchar(i * 7 % 251 == 10 ? 0 : i * 7 % 251);
  return 0;
}
X
"$UPCC" -o a a.upc
sed 's/MYTHREAD == 0/1/; /upc.h/d' a.upc >b.c
cc -o b b.c
"$UPCRUN" -n 4 ./a >out
./b >wanted
cmp out wanted
