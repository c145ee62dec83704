// conformance: LANG-6.4.3-C4
int f(int e)
{
    return (shared int)e; /* error: shared */
}
