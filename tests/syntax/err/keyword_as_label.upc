// conformance: LANG-6.2-C1
void f(void)
{
    goto upc_wait; /* error: upc_wait */
}
