// conformance: LANG-6.4.1.2-C2
struct hidden;
unsigned long f(void)
{
    return upc_localsizeof(shared struct hidden) /* error: incomplete */
           + upc_localsizeof(shared void) /* error: void | incomplete */
           + upc_localsizeof(f); /* error: function | shared */
}
