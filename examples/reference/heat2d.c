/* The result of heat2d.upc in plain C. */
#include <stdio.h>
#include <stdlib.h>

#define N 96

static double plate[2][N][N];

int main(int argc, char **argv)
{
    const int steps = argc > 1 ? atoi(argv[1]) : 100;
    for (int c = 0; c < N; c++)
        plate[0][0][c] = plate[1][0][c] = 100;

    int now = 0;
    for (int s = 0; s < steps; s++, now = !now)
        for (int r = 1; r < N - 1; r++)
            for (int c = 1; c < N - 1; c++)
              plate[!now][r][c] = 0.25 * (plate[now][r - 1][c] + plate[now][r + 1][c] +
                                          plate[now][r][c - 1] + plate[now][r][c + 1]);

    double sum = 0;
    for (int r = 0; r < N; r++)
        for (int c = 0; c < N; c++)
            sum += plate[now][r][c];
    printf("temperature near the hot edge %.12f\n", plate[now][N / 8][N / 2]);
    printf("mean temperature %.12f\n", sum / (N * N));
    return 0;
}
