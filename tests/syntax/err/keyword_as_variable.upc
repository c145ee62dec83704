// conformance: LANG-6.2-C1
int upc_barrier; /* error: upc_barrier */
