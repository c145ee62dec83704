// conformance: LANG-6.3.1-C2 LANG-6.3.2-C1
int *f(int which)
{
    if (which)
        return &THREADS; /* error: THREADS | address */
    return &MYTHREAD; /* error: MYTHREAD | address */
}
