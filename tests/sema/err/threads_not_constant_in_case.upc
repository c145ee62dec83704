// conformance: LANG-6.3.1-C1
void f(int i)
{
    switch (i) {
    case THREADS: /* error: THREADS */
        break;
    }
}
