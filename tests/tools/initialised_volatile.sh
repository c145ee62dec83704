# Volatile objects with initialisers that the runtime stores make no warning, and have their values.
cat >a.upc <<'UPC'
#include <upc.h>
static shared int table[4 * THREADS];
static shared int *volatile pointer = table + 1;
shared volatile int number = 7;
shared volatile int numbers[2 * THREADS] = {1, 2};
static volatile int *volatile own[2];
int main(void)
{
    return pointer != &table[1] || number != 7 || numbers[1 % THREADS] != 1 + 1 % THREADS || own[0];
}
UPC
"$UPCC" -Wall a.upc -o a >out 2>&1
test ! -s out
"$UPCRUN" -n 2 ./a
"$UPCC" -pthreads -Wall a.upc -o b >out 2>&1
test ! -s out
"$UPCRUN" -n 2 ./b
