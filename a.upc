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
