/* The result of nqueens.upc in plain C. */
#include <stdio.h>
#include <stdlib.h>

static int row_of[16];

static int fits(int column, int row)
{
    for (int c = 0; c < column; c++)
        if (row_of[c] == row || abs(row_of[c] - row) == column - c)
            return 0;
    return 1;
}

static long place(int n, int column)
{
    if (column == n)
        return 1;
    long count = 0;
    for (int row = 0; row < n; row++)
        if (fits(column, row)) {
            row_of[column] = row;
            count += place(n, column + 1);
        }
    return count;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 9;
    printf("%d queens: %ld solutions\n", n, place(n, 0));
    return 0;
}
