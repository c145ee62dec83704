// # A structure cast to a number
// $ upcc -c cast_of_a_structure.upc
// > C converts numbers and pointers by casts. Of a structure name the member that is meant.
#include <upc.h>
shared struct point { double x, y; } p;
int main(void) { return (int)p; }
