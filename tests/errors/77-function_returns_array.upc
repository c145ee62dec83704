// # A function that returns an array
// $ upcc -c function_returns_array.upc
// > Functions return values, and arrays are none. Return a structure that holds the array, or let
// > the caller give room: `void fill(int row[4]);`.
#include <upc.h>
int row(void)[4];
int main(void) { return 0; }
