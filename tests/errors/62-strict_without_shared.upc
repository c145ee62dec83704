// # strict without shared
// $ upcc -c strict_without_shared.upc
// > `strict` and `relaxed` qualify accesses to shared data. Write `strict shared int flag;`, or
// > omit the word for private data.
#include <upc.h>
strict int flag;
int main(void) { return flag; }
