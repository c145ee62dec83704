// # Quotes of a word processor
// $ upcc -c typographic_quotes.upc
// > Text that was copied from a document often has signs that only look like C's. Replace them by
// > those of the keyboard.
#include <stdio.h>
int main(void) {
  printf(“hello”);
  return 0;
}
