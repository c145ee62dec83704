// conformance: LANG-6.4.1.2-C2 LANG-6.4.1.3-C2 LANG-6.4.1.4-C2
shared struct { int b : 3; } s;
unsigned long f(void)
{
    return upc_localsizeof(s.b) /* error: bit-field */
           + upc_blocksizeof(s.b) /* error: bit-field */
           + upc_elemsizeof(s.b); /* error: bit-field */
}
