// conformance: LANG-6.4.3-C7
shared [4] int *four;
shared int *one;
shared [] int *none;
shared void *any;
void f(void)
{
    one = four; /* error: assigned */
    four = none; /* error: assigned */
    none = one; /* error: assigned */
    any = four;
    one = any;
    none = (shared [] int *)four;
}
