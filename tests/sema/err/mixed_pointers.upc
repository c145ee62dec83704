// conformance: LANG-6.4.2-C1
shared int *s;
int *l;
int f(void)
{
    return s == l /* error: shared */
           || s != l; /* error: shared */
}
int g(void)
{
    return s < l; /* error: shared */
}
long h(void)
{
    return s - l; /* error: shared */
}
