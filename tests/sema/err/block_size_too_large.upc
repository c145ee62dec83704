// conformance: LANG-6.3.3-C1
shared [UPC_MAX_BLOCK_SIZE + 1] int *p; /* error: UPC_MAX_BLOCK_SIZE */
