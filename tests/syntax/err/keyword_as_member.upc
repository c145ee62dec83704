// conformance: LANG-6.2-C1
struct s {
    int MYTHREAD; /* error: MYTHREAD */
    int ok;
};
