// conformance: LANG-6.5.1.1-C7
shared [2] void *a; /* error: void */
shared [] void *b; /* error: void */
shared const void *c;
