#define THREADS 4 /* warning: hides THREADS */
int f(void)
{
    return undeclared; /* error: undeclared */
}
