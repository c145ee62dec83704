// conformance: LANG-6.4.1.3-C1
int x[4];
shared [4] int *p;
unsigned long f(void)
{
    return upc_blocksizeof(x) /* error: shared */
           + upc_blocksizeof(p) /* error: shared */
           + upc_blocksizeof(*p);
}
