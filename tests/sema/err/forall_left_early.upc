// conformance: LANG-6.6.2-U5
int f(void)
{
    int i;
    upc_forall (i = 0; i < 3; i++; i)
        break; /* warning: break */
    upc_forall (i = 0; i < 3; i++; i)
        return 1; /* warning: return */
    upc_forall (i = 0; i < 3; i++; continue)
        break; /* warning: break leaves upc_forall */
    return undeclared; /* error: undeclared */
}
