// conformance: LANG-6.5.1.1-C5
shared [*] int *p; /* error: [*] */
