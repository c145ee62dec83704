// conformance: LANG-6.3.1-C1
int table[THREADS]; /* error: constant | THREADS */
struct s {
    unsigned u : THREADS; /* error: THREADS */
};
