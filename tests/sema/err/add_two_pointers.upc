shared int *p, *q;
shared int *f(void)
{
    return p + q; /* error: + | pointer */
}
shared int *g(void)
{
    return p * 2; /* error: * | pointer */
}
