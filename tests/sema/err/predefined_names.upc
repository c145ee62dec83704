// conformance: LANG-6.7.2-C1
#ifndef __UPC__
#define MYTHREAD 0
#endif
#undef __UPC_VERSION__ /* error: #undef of __UPC_VERSION__ */
#define MYTHREAD 0 /* error: #define of MYTHREAD */
#  undef MYTHREAD /* error: #undef of MYTHREAD */
#undef UPC_MAX_BLOCK_SIZE /* error: #undef of UPC_MAX_BLOCK_SIZE */
#define MYTHREADS 4
#define __UPC_OF_MY_OWN 1
int x = MYTHREADS;
