#include "image.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef WITH_PNG
#include <png.h>
#endif

/* The next number of a PGM's head, or -1. Comments run from # to the end of the line. */
static int read_number(FILE *file)
{
    int c = getc(file), n = 0;
    while (c == '#' || isspace(c)) {
        if (c == '#')
            while (c != '\n' && c != EOF)
                c = getc(file);
        c = getc(file);
    }
    if (!isdigit(c))
        return -1;
    for (; isdigit(c); c = getc(file)) {
        if (n > 100000)
            return -1;
        n = 10 * n + c - '0';
    }
    return n; /* reads the blank after the number, too */
}

static int read_pgm(image_t *image, FILE *file)
{
    if (getc(file) != 'P' || getc(file) != '5')
        return -1;
    image->width = read_number(file);
    image->height = read_number(file);
    if (image->width < 1 || image->height < 1 || read_number(file) != 255)
        return -1;
    size_t size = (size_t)image->width * image->height;
    image->pixels = malloc(size);
    return image->pixels && fread(image->pixels, 1, size, file) == size ? 0 : -1;
}

int image_read(image_t *image, const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
        return -1;
    }
    image->pixels = NULL;
    int status = read_pgm(image, file);
    if (status) {
        fprintf(stderr, "%s: not a whole PGM (P5) of 8 bits a pixel\n", path);
        free(image->pixels);
    }
    fclose(file);
    return status;
}

static int write_pgm(const image_t *image, const char *path)
{
    FILE *file = fopen(path, "wb");
    if (file == NULL)
        return -1;
    fprintf(file, "P5\n%d %d\n255\n", image->width, image->height);
    fwrite(image->pixels, 1, (size_t)image->width * image->height, file);
    int failed = ferror(file);
    return fclose(file) || failed ? -1 : 0;
}

static int write_png(const image_t *image, const char *path)
{
#ifdef WITH_PNG
    png_image png = {.version = PNG_IMAGE_VERSION, .format = PNG_FORMAT_GRAY};
    png.width = image->width;
    png.height = image->height;
    errno = EIO;
    return png_image_write_to_file(&png, path, 0, image->pixels, 0, NULL) ? 0 : -1;
#else
    (void)image;
    fprintf(
        stderr,
        "%s: compile with -DWITH_PNG and -lpng to write a PNG, or give a name that ends in .pgm\n",
        path);
    errno = ENOTSUP;
    return -1;
#endif
}

int image_write(const image_t *image, const char *path)
{
    const char *suffix = strrchr(path, '.');
    int png = suffix && strcmp(suffix, ".png") == 0;
    int status = png ? write_png(image, path) : write_pgm(image, path);
    if (status)
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
    return status;
}

unsigned long long image_hash(const image_t *image)
{
    unsigned long long hash = 0xcbf29ce484222325u;
    size_t size = (size_t)image->width * image->height;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ image->pixels[i]) * 0x100000001b3u;
    return hash;
}
