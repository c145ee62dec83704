// conformance: LANG-6.5.2-C6
void f(void)
{
    register shared int a; /* error: shared */
    for (shared int i = 0; i < 3; i++) /* error: shared */
        ;
}
