// conformance: LANG-6.4.3-C3
int *p, **pp;
void f(void)
{
    (void)(shared int **)pp; /* error: shared int | pointer */
    (void)(int **)pp;
}
