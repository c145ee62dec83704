// conformance: LANG-6.6.1-C1
void f(void)
{
    upc_barrier /* error: ';' */
}
int fine;
