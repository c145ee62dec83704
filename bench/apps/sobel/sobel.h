/* SPDX-License-Identifier: Apache-2.0 */
/* Sobel's edge detection (paper of the XL UPC compiler, section 5.7) on the picture that the first
 * argument names, tiled; without an argument on random pixels. */
#include <math.h>
#include <stdbool.h>

#include "../app.h"

#ifdef APP_SMALL
enum { N = 64 };
#else
enum { N = 1024 };
#endif

enum { SOBEL_MOST = 1024 }; /* rows and columns of a picture, at most */
static unsigned char sobel_picture[SOBEL_MOST][SOBEL_MOST];
static int sobel_rows, sobel_columns; /* 0: no picture */

/* The next number of a PGM's header, after comments; -1 if there is none. */
static int sobel_number(FILE *file) {
  int number, skipped;
  do {
    skipped = 0;
    if (fscanf(file, " #%*[^\n]%n", &skipped) == EOF)
      return -1;
  } while (skipped > 0);
  return fscanf(file, "%d", &number) == 1 ? number : -1;
}

/* Reads a binary PGM with one byte per pixel. Returns whether the file is one. */
static bool sobel_read_pgm(FILE *file) {
  if (getc(file) != 'P' || getc(file) != '5')
    return false;
  sobel_columns = sobel_number(file);
  sobel_rows = sobel_number(file);
  if (sobel_number(file) != 255 || getc(file) == EOF || sobel_rows < 1 || sobel_rows > SOBEL_MOST ||
      sobel_columns < 1 || sobel_columns > SOBEL_MOST)
    return false;
  for (int i = 0; i < sobel_rows; i++)
    if (fread(sobel_picture[i], 1, (size_t)sobel_columns, file) != (size_t)sobel_columns)
      return false;
  return true;
}

/* Reads the picture that the first argument names, if there is an argument; ends the program on
 * failure. */
static void sobel_read(int argc, char **argv) {
  FILE *file = argc > 1 ? fopen(argv[1], "rb") : NULL;
  if (argc > 1 && (file == NULL || !sobel_read_pgm(file))) {
    fprintf(stderr, "%s: no binary PGM of one byte a pixel and at most %d by %d pixels\n", argv[1],
            SOBEL_MOST, SOBEL_MOST);
    exit(2);
  }
  if (file)
    fclose(file);
}

static inline unsigned char sobel_pixel(int i, int j) {
  return sobel_rows > 0 ? sobel_picture[i % sobel_rows][j % sobel_columns]
                        : (unsigned char)mix((uint64_t)i * N + (uint64_t)j);
}

#define SOBEL_X(p, i, j)                                                                           \
  (p(i - 1, j + 1) - p(i - 1, j - 1) + 2 * (p(i, j + 1) - p(i, j - 1)) + p(i + 1, j + 1) -         \
   p(i + 1, j - 1))
#define SOBEL_Y(p, i, j)                                                                           \
  (p(i + 1, j - 1) - p(i - 1, j - 1) + 2 * (p(i + 1, j) - p(i - 1, j)) + p(i + 1, j + 1) -         \
   p(i - 1, j + 1))

static inline unsigned char sobel_edge(int x, int y) {
  double size = sqrt((double)(x * x + y * y));
  return size > 255 ? 255 : (unsigned char)size;
}

/* The expected element (i, j) of the result. */
static inline unsigned char sobel_expected(int i, int j) {
  return sobel_edge(SOBEL_X(sobel_pixel, i, j), SOBEL_Y(sobel_pixel, i, j));
}
