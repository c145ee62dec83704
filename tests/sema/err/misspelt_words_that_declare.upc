#include <upc.h>
strct point { int x; };     /* error: unknown type name 'strct' */ /* error: expected ';' */
unsinged count;             /* error: unknown type name 'unsinged' */
flaot half;                 /* error: unknown type name 'flaot' */
