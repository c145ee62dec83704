// conformance: LANG-6.4.1.2-C1
int x;
shared int *p;
unsigned long f(void)
{
    return upc_localsizeof(x) /* error: shared */
           + upc_localsizeof(int) /* error: shared */
           + upc_localsizeof(p); /* error: shared */
}
