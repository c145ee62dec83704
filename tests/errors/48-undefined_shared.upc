// # A shared object that is nowhere defined
// $ upcc undefined_shared.upc 2>&1 | grep upcc:
// > One file must define it without `extern`.
#include <upc.h>
extern shared int counter;
int main(void) { return counter; }
