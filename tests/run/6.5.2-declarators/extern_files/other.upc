#include <upc.h>
#include "other.h"

shared int defined_there[2 * THREADS];
shared int initialised_there = 12;
int private_there;
int big_there[8000] = {[7000] = 7};
shared int count;

void set_all(double value)
{
    upc_forall (int i = 0; i < 8 * THREADS; i++; &grid[i])
        grid[i] = value + i;
    upc_forall (int i = 0; i < 2 * THREADS; i++; &defined_there[i])
        defined_there[i] = -i;
}

int count_there(void)
{
    return count;
}

int get_private_there(void)
{
    return private_there;
}
