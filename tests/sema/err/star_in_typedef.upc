// conformance: LANG-6.5.1.1-C6
typedef shared [*] int t; /* error: typedef */
