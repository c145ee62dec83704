/* Prints the output of life.upc. */
#include <stdio.h>
#include <string.h>

#define ROWS 48
#define COLUMNS 64
#define GENERATIONS 100

static unsigned char field[2][ROWS][COLUMNS];

static int neighbours(int g, int row, int column)
{
    int n = 0;
    for (int i = -1; i <= 1; i++)
        for (int j = -1; j <= 1; j++)
            n += (i || j) && field[g][(row + i + ROWS) % ROWS][(column + j + COLUMNS) % COLUMNS];
    return n;
}

int main(void)
{
    long alive = 0;
    for (int i = 0; i < ROWS * COLUMNS; i++)
        field[0][i / COLUMNS][i % COLUMNS] = (unsigned)i * 2654435761u >> 29 < 3;
    for (int g = 0; g < GENERATIONS; g++)
        for (int row = 0; row < ROWS; row++)
            for (int column = 0; column < COLUMNS; column++) {
                int n = neighbours(g % 2, row, column);
                field[1 - g % 2][row][column] = n == 3 || (n == 2 && field[g % 2][row][column]);
            }
    for (int i = 0; i < ROWS * COLUMNS; i++)
        alive += field[GENERATIONS % 2][i / COLUMNS][i % COLUMNS];
    printf("%ld cells are alive after %d generations\n", alive, GENERATIONS);
    return 0;
}
