void f(int i)
{
    if (i)
        break; /* error: break */
    continue; /* error: continue */
}
