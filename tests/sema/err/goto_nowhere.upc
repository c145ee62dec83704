void f(void)
{
    goto nowhere; /* error: nowhere */
}
