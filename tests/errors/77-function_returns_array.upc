// # A function that returns an array
// $ upcc -c function_returns_array.upc
// > A function cannot return an array. Return a structure that contains the array, or let the
// > caller pass one: `void fill(int row[4]);`.
#include <upc.h>
int row(void)[4];
int main(void) { return 0; }
