shared int x = 1;
shared int x = 2; /* error: x */
int y;
shared int y; /* error: y */
