// conformance: LANG-6.6.2-U4
void f(void)
{
    int i, k;
    upc_forall (i = 0; i < 3; i++; i) {
        upc_barrier; /* warning: upc_barrier in the body of upc_forall */
        upc_notify 1; /* warning: upc_notify */
        upc_wait 1; /* warning: upc_wait */
        upc_fence;
    }
    upc_forall (i = 0; i < 3; i++; continue)
        upc_barrier;
    upc_forall (i = 0; i < 3; i++; i)
        for (k = 0; k < 3; k++)
            upc_barrier; /* warning: upc_barrier */
    return undeclared; /* error: undeclared */
}
