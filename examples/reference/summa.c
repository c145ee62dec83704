/* The result of summa.upc in plain C. */
#include <stdio.h>

#define N 96

static double a[N][N], b[N][N], c[N][N];

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = (i + 2 * j) % 7;
            b[i][j] = (3 * i + j) % 5;
        }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            for (int k = 0; k < N; k++)
                c[i][j] += a[i][k] * b[k][j];

    double trace = 0, sum = 0, greatest = -1;
    int row = 0, column = 0;
    for (int i = 0; i < N; i++) {
        trace += c[i][i];
        for (int j = 0; j < N; j++) {
            sum += c[i][j] * ((i + j) % 3);
            if (c[i][j] > greatest) {
                greatest = c[i][j];
                row = i;
                column = j;
            }
        }
    }
    printf("trace %.0f, weighted sum %.0f\n", trace, sum);
    printf("greatest element %.0f, first in row %d, column %d\n", greatest, row, column);
    return 0;
}
