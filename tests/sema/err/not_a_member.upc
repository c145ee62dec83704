shared struct { int a; } s[THREADS];
int f(void)
{
    return s[0].b; /* error: b */
}
