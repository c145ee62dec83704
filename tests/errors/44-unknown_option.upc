// # A misspelt option
// $ upcc -phtreads unknown_option.upc
// > The message proposes the most similar option; `upcc --help` lists all options.
#include <upc.h>
int main(void) { return 0; }
