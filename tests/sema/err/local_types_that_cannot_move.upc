#include <upc.h>
shared int s;
int constants(void) {
  struct colour { enum { RED, GREEN } c; shared int *p; };
  static struct colour a = { RED, &s };               /* error: static 'a' is set at start-up and has a type declared in the same function */
  return a.c;
}
int other_types(void) {
  typedef int number;
  struct pair { number n; shared int *p; };
  static struct pair a = { 1, &s };                   /* error: has a type declared in the same function */
  return a.n;
}
int bounds(void) {
  int i = 0;
  struct array { char c[sizeof i]; shared int *p; };
  static struct array a = { "", &s };                 /* error: has a type declared in the same function */
  return a.c[0];
}
int in_time(void) {
  struct pair { int n; shared int *p; };
  static struct pair a = { 1, &s };
  return a.n;
}
