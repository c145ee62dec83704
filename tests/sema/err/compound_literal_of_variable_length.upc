// C 6.5.2.5p1: a compound literal is no array of variable length; THREADS is such a length until it is fixed.
#include <upc.h>

shared int s[THREADS];
int zero(void) { return s[0] + *(int[THREADS]){0}; }          /* error: a compound literal cannot have variable length */
int empty(void) { return s[0] + *(int[2 * THREADS]){}; }      /* error: a compound literal cannot have variable length */
int rows(int n) { return s[0] + **(int[2][n]){{1}}; }         /* error: a compound literal cannot have variable length */
int pointer(int n) { return s[0] + !(int(*)[n]){0}; }
int open(void) { return s[0] + *(int[]){THREADS}; }
