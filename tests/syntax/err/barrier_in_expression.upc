// conformance: LANG-6.6.1-S1
int f(void)
{
    return 1 + upc_barrier; /* error: upc_barrier */
}
