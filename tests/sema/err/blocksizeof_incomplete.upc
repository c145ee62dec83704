// conformance: LANG-6.4.1.3-C2
struct hidden;
shared [7] struct hidden *p;
extern shared [3] int open[];
_Static_assert(upc_blocksizeof(*p) == 7, ""); /* warning: incomplete */
_Static_assert(upc_blocksizeof(shared [2] struct hidden) == 2 && /* warning: incomplete */
                   upc_blocksizeof(open) == 3, /* warning: incomplete */
               "");
unsigned long f(void)
{
    return upc_blocksizeof(shared struct hidden) /* warning: incomplete */
           + upc_localsizeof(shared struct hidden) /* error: incomplete */
           + upc_blocksizeof(shared void); /* error: void | incomplete */
}
