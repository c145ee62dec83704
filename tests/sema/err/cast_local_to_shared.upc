// conformance: LANG-6.4.3-C1
int x;
shared int *f(void)
{
    return (shared int *)&x; /* error: shared */
}
