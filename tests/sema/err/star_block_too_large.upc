// conformance: LANG-6.3.3-C2
// cflags: -T 1
shared [*] char a[2 * UPC_MAX_BLOCK_SIZE]; /* error: UPC_MAX_BLOCK_SIZE | block size | bytes */
