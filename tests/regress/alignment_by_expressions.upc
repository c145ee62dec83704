// threads: 2 3
// The alignment of a shared object may be any constant expression, not only a number.
#include <upc_relaxed.h>
#include "check.h"

enum { PAGE = 4096 };
struct record { double of[16]; };

shared char first[THREADS];
__attribute__((aligned(sizeof(struct record)))) shared int by_size[THREADS];
shared char second[THREADS];
_Alignas((256)) shared char in_parentheses[THREADS];
shared char third[THREADS];
_Alignas(2 * 128) shared char by_product[THREADS];
shared char fourth[THREADS];
shared [4] double by_enumerator[8 * THREADS] __attribute__((aligned(PAGE)));

int main(void)
{
    first[MYTHREAD] = second[MYTHREAD] = third[MYTHREAD] = fourth[MYTHREAD] = 1;
    CHECK(upc_addrfield(&by_size[MYTHREAD]) % sizeof(struct record) == 0);
    CHECK(upc_addrfield(&in_parentheses[MYTHREAD]) % 256 == 0);
    CHECK(upc_addrfield(&by_product[MYTHREAD]) % 256 == 0);
    CHECK(upc_addrfield(&by_enumerator[4 * MYTHREAD]) % PAGE == 0);
    check_done();
    return 0;
}
