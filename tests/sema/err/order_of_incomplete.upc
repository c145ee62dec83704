// conformance: LANG-6.4.2-C2
struct hidden;
shared void *v, *w;
shared struct hidden *p, *q;
int f(void)
{
    return v < w /* error: incomplete | void | compar */
           || p >= q /* error: incomplete | compar */
           || v == w || p != q;
}
