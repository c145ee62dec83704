// conformance: LANG-6.4.1.4-C1 LANG-6.4.1.4-C2
double x;
struct hidden;
unsigned long f(void)
{
    return upc_elemsizeof(x) /* error: shared */
           + upc_elemsizeof(shared struct hidden); /* error: incomplete */
}
