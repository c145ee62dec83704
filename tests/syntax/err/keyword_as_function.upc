// conformance: LANG-6.2-C1
int upc_fence(void); /* error: upc_fence */
int fine(void);
