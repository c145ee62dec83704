// The widths that a bit-field can have are those of its type.
#include <upc.h>
struct flags {
  int wide : 33;         /* error: a bit-field of 'int' cannot be 33 bits wide | the limit is 32; only an unnamed bit-field may have 0 */
  unsigned char none : 0; /* error: cannot be 0 bits wide | the limit is 8; only an unnamed bit-field may have 0 */
  int : -1;              /* error: cannot be -1 bits wide | the limit is 32; only an unnamed bit-field may have 0 */
  _Bool two : 2;         /* error: a bit-field of '_Bool' cannot be 2 bits wide | the limit is 1; only an unnamed bit-field may have 0 */
  int : 0;
  unsigned all : 32;
};
