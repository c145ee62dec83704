// A constexpr object is private, and has a value.
// cflags: -std=gnu2x
#include <upc.h>

constexpr shared int x = 1; /* error: a constexpr object cannot be shared */

int main(void)
{
    constexpr int n; /* error: 'n' is constexpr and has no initializer */
    return x + n;
}
