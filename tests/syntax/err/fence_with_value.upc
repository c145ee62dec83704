// conformance: LANG-6.6.1-C1
void f(void)
{
    upc_fence 1; /* error: upc_fence */
    upc_fence;
}
