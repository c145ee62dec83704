// # Quotes of a word processor
// $ upcc -c typographic_quotes.upc
// > Text copied from a document often has characters that only look like those of C. Type them
// > again.
#include <stdio.h>
int main(void) {
  printf(“hello”);
  return 0;
}
