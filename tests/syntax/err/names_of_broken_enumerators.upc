// Enumerators beside and behind a syntax error are declared: their uses are no errors.
#include <upc.h>

shared int a[THREADS];
enum first { A, B = , C }; /* error: expected an expression */
enum second { F, G H, I }; /* error: expected ',' between enumerators */
enum third { K = A +, L }; /* error: expected an expression */

int main(void)
{
    a[0] = A + B + C + F + G + H + I + K + L;
    switch (a[0]) {
    case A:
    case L:
        break;
    }
    return 0;
}
