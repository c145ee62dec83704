// # A structure cast to a number
// $ upcc -c cast_of_a_structure.upc
// > C converts only numbers and pointers by casts. Name a member of the structure.
#include <upc.h>
shared struct point { double x, y; } p;
int main(void) { return (int)p; }
