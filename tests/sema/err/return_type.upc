shared [3] int *f(shared int *p)
{
    return p; /* error: returns */
}
int g(shared struct s { int a; } *p)
{
    return *p; /* error: returns */
}
