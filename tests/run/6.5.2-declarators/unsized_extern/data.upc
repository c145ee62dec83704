shared [2] int values[4 * THREADS];
shared double cyclic[THREADS];
int table[] = {4, 5};
