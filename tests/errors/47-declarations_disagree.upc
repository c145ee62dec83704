// # Two files that disagree about an array
// $ upcc a.upc b.upc
// > A C compiler would link this without a message, and the program would fail. Put the declaration
// > into a header that both files include.
//--- a.upc
#include <upc.h>
shared [4] int a[4 * THREADS];
int main(void) { return a[0]; }
//--- b.upc
#include <upc.h>
extern shared int a[4 * THREADS];
void f(void) { a[1] = 1; }
