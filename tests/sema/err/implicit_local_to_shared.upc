// conformance: LANG-6.4.3-C5
int x;
shared int *p = &x; /* error: shared */
void take(shared int *);
shared int *f(void)
{
    p = &x; /* error: shared */
    take(&x); /* error: shared */
    return &x; /* error: shared */
}
