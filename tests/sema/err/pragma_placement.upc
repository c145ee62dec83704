// conformance: LANG-6.7.1-U1 LANG-6.7.1-U2
shared int x;
#pragma upc strictly /* warning: unknown '#pragma upc' */
#pragma upc strict relaxed /* warning: unknown '#pragma upc' */
#pragma upc /* warning: unknown '#pragma upc' */
int f(int a)
{
#pragma upc strict
    x = a;
#pragma upc relaxed /* warning: at the start of a block */
    if (a)
#pragma upc strict /* warning: at the start of a block */
        x = 1;
    int b = a
#pragma upc relaxed /* warning: at the start of a block */
        + 1;
    return b + undeclared; /* error: undeclared */
}
