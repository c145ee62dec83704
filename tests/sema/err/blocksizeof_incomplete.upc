// conformance: LANG-6.4.1.3-C2
struct hidden;
unsigned long f(void)
{
    return upc_blocksizeof(shared struct hidden) /* error: incomplete */
           + upc_blocksizeof(shared void); /* error: void | incomplete */
}
