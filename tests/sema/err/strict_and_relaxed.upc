// conformance: LANG-6.5-C1 LANG-6.5-C2 LANG-6.5.2-C2
strict relaxed shared int a; /* error: strict */
typedef strict shared int strict_int;
relaxed strict_int b; /* error: strict */
shared int *strict relaxed shared p; /* error: strict */
