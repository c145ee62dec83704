// conformance: LANG-6.5.1.1-C8
void take(shared int **);
void f(void)
{
    shared [2] int *p = 0;
    take(&p); /* error: must be */
}
