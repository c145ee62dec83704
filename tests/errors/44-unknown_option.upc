// # A misspelt option
// $ upcc -phtreads unknown_option.upc
// > The nearest option is proposed; `upcc --help` lists all.
#include <upc.h>
int main(void) { return 0; }
