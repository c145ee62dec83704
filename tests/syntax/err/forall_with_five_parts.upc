// conformance: LANG-6.6.2-S1
void f(int i)
{
    upc_forall (i = 0; i < 3; i++; i; i) /* error: part */
        ;
}
