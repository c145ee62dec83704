// Reads through pointers to strings stay refused, as by gcc.
#include <upc.h>
static int k;
shared char first = *"abc";      /* error: the initializer is not a constant */
static char moved = "abc"[k];    /* error: the initializer is not a constant */
