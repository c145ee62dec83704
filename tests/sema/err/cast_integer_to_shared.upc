// conformance: LANG-6.4.3-C2
shared int *f(long n)
{
    if (n)
        return (shared int *)n; /* error: shared | integer */
    return (shared int *)0;
}
shared int *g(void)
{
    return (shared int *)0x1000; /* error: shared | integer */
}
