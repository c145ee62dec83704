// conformance: LANG-6.5.1.1-C4
struct s {
    shared int a; /* error: shared */
    int *shared b; /* error: shared */
    shared int c[4]; /* error: shared */
    shared int *fine;
};
union u {
    shared double d; /* error: shared */
};
