// conformance: LANG-6.5.1.1-C3
strict int a; /* error: shared */
relaxed double *b; /* error: shared */
