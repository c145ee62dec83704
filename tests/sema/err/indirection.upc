shared int x;
shared void *v;
int f(void)
{
    return *x /* error: pointer */
           + x[2]; /* error: pointer | array | subscript */
}
