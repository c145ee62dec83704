/* SPDX-License-Identifier: Apache-2.0 */
/* Sobel in MPI on chunks of rows: processes send the outer rows of their chunks to each other while
 * they compute the inner part of the result. */
#include <mpi.h>

#include "chunk.h"

static unsigned char image[N][N], edges[N][N]; /* the rows of the process's chunk */

static void sobel(struct sobel_chunk *c, int above, int below) {
  MPI_Request request[4];
  const unsigned char *last = c->own + (size_t)(c->last - c->first - 1) * N;
  MPI_Irecv(c->above, N, MPI_UNSIGNED_CHAR, above, 0, MPI_COMM_WORLD, &request[0]);
  MPI_Irecv(c->below, N, MPI_UNSIGNED_CHAR, below, 0, MPI_COMM_WORLD, &request[1]);
  MPI_Isend(c->own, N, MPI_UNSIGNED_CHAR, above, 0, MPI_COMM_WORLD, &request[2]);
  MPI_Isend(last, N, MPI_UNSIGNED_CHAR, below, 0, MPI_COMM_WORLD, &request[3]);
  sobel_inner(c);
  MPI_Waitall(4, request, MPI_STATUSES_IGNORE);
  sobel_outer(c);
}

int main(int argc, char **argv) {
  static struct measure m = {"sobel", 0};
  int rank, ranks, status = 0;
  long wrong = 0, sum = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  sobel_read(argc, argv);
  struct sobel_chunk c = sobel_chunk(rank, ranks);
  c.own = image[0];
  c.to = edges[0];
  for (int i = c.first; i < c.last; i++)
    for (int j = 0; j < N; j++)
      image[i - c.first][j] = sobel_pixel(i, j);
  int above = c.first > 0 && c.first < N ? rank - 1 : MPI_PROC_NULL;
  int below = c.last < N ? rank + 1 : MPI_PROC_NULL;
  for (int round = app_rounds(); round > 0; round--) {
    MPI_Barrier(MPI_COMM_WORLD);
    double start = now_ns();
    sobel(&c, above, below);
    MPI_Barrier(MPI_COMM_WORLD);
    measure_add(&m, start, (long)N * N);
  }
  for (int i = c.first; i < c.last; i++)
    for (int j = 1; j < N - 1 && i > 0 && i < N - 1; j++)
      wrong += edges[i - c.first][j] != sobel_expected(i, j);
  MPI_Reduce(&wrong, &sum, 1, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0)
    status = app_end(&m, sum);
  MPI_Finalize();
  return status;
}
