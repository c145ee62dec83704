// conformance: LANG-6.5.2-C4
void f(void)
{
    shared int a[10]; /* error: shared */
    shared [2] int b[THREADS]; /* error: shared */
}
