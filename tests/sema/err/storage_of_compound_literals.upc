// Storage classes in compound literals are those of a declaration in their place (C23 6.5.3.6).
#include <upc.h>

shared int s[THREADS];
int *outside = &(register int){3};            /* error: a compound literal outside a function is not register */
int *fine = &(static int){3};

int cast(int a) { return s[0] + (static int)a; }                /* error: 'static' cannot stand in a type name */
int size(void) { return s[0] + sizeof(register int); }          /* error: 'register' cannot stand in a type name */
int automatic(void) { return s[0] + *&(__thread int){1}; }      /* error: a thread-local compound literal in a function is static */
int shared_one(void) { return s[0] + (static shared int){1}; }  /* error: a compound literal cannot be shared */
int value(int n) { return s[0] + (static int){n}; }             /* error: the initializer is not a constant */
int address(void) { return s[0] + *(static int *){&s[1]}; }     /* error: shared */
int other(void) { return s[0] + (const extern int){1}; }        /* error: 'extern' cannot stand in a type name */
int first(void) { return s[0] + (typedef int){1}; }             /* error: expected an expression before the type 'typedef' */
int two(void) { return s[0] + (static register int){1}; }       /* error: a declaration has at most one storage class */
