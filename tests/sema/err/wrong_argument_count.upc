int two(int, int);
int f(void)
{
    return two(1) /* error: argument */
           + two(1, 2, 3); /* error: argument */
}
