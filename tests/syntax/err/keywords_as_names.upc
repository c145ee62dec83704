// conformance: LANG-6.2-C1
int strict; /* error: strict | declar */
