// conformance: LANG-6.5.2-C3
struct s { int a; };
void f(void)
{
    shared int a; /* error: shared */
    int *shared b; /* error: shared */
    shared struct s c; /* error: shared */
    static shared int fine;
    extern shared int elsewhere;
    shared int *also_fine = &fine;
    *also_fine = elsewhere;
}
