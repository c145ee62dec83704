// conformance: LANG-6.3.1-C1
enum { A = THREADS }; /* error: THREADS */
