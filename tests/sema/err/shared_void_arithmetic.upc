shared void *p;
shared void *f(void)
{
    return p + 1; /* error: void */
}
