// conformance: LANG-6.6.2-C1
struct s { int a; } s;
int x[4];
void f(void)
{
    int i;
    upc_forall (i = 0; i < 3; i++; 1.5) /* error: affinity */
        ;
    upc_forall (i = 0; i < 3; i++; s) /* error: affinity */
        ;
    upc_forall (i = 0; i < 3; i++; &x[i]) /* error: affinity */
        ;
    upc_forall (i = 0; i < 3; i++; (void)0) /* error: affinity */
        ;
}
