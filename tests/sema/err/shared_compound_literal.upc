// conformance: LANG-6.5.2-C7
void f(void)
{
    shared int *p = &(shared int){5}; /* error: shared */
}
