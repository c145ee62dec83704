// # A UPC keyword as a name
// $ upcc -c keyword_as_name.upc
// > In UPC code `shared`, `strict` and `relaxed` are keywords. Rename the variables. Put a C header
// > that uses them between `#pragma upc c_code` and `#pragma upc upc_code`.
#include <upc.h>
int main(void) {
  int shared = 3, relaxed = 4;
  return shared + relaxed;
}
