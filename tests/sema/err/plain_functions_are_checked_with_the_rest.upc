/* All errors of a file in one run: also those in functions that have no UPC in them. */
int plain(int a) {
  return a + missing; /* error: 'missing' is not declared */
}
int main(void) {
  shared int x; /* error: automatic */
  return plain(1);
}
