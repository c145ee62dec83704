// # strict without shared
// $ upcc -c strict_without_shared.upc
// > `strict` and `relaxed` say how shared data are accessed. Write `strict shared int flag;`, or
// > leave the word out for private data.
#include <upc.h>
strict int flag;
int main(void) { return flag; }
