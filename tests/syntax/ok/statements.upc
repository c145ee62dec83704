// conformance: LANG-6.6.1-S1 LANG-6.6.2-S1
int n;
shared int x;
void f(int i)
{
    upc_barrier;
    upc_barrier 1;
    upc_barrier (1), 2;
    upc_notify n;
    upc_wait x;
    upc_fence;
    if (i)
        upc_barrier;
    else
        upc_fence;
    for (; i;) {
        upc_notify;
        upc_wait;
    }
    upc_forall (i = 0; i < 2; i++;) {}
    upc_forall (i = 0; i < 2; i++; continue) ;
    upc_forall (int j = 0, k = 1; j < k; j++; j) {
        x = k;
    }
label:
    upc_barrier;
    if (x)
        goto label;
}
