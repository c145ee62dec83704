// conformance: LANG-6.6.1-C2
struct s { int a; } s;
int *p;
void v(void);
void f(void)
{
    upc_barrier s; /* error: barrier */
    upc_notify p; /* error: notify */
    upc_wait v(); /* error: wait */
}
