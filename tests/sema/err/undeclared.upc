int f(void)
{
    int count = 3;
    return cuont; /* error: cuont */
}
