/* Grey pictures in memory and on disk. Plain C: the UPC program and the plain C one share it. */
#ifndef IMAGE_H
#define IMAGE_H

typedef struct {
    int width, height;
    unsigned char *pixels; /* row by row; free() it */
} image_t;

/* Reads a binary PGM of 8 bits a pixel. Returns 0, or -1 after a message on standard error. */
int image_read(image_t *image, const char *path);

/* Writes a PGM, or a PNG if the path ends in ".png". Returns 0, or -1 after a message on standard
 * error. */
int image_write(const image_t *image, const char *path);

/* A number that differs when a pixel differs (FNV-1a, 64 bits). */
unsigned long long image_hash(const image_t *image);

#endif
