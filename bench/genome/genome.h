/* SPDX-License-Identifier: Apache-2.0 */
/* A genome, generated with repeats or read from a FASTA file, and its k-mers as numbers with two
 * bits per base. */
#ifndef BENCH_GENOME_H
#define BENCH_GENOME_H

#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../include/mix.h"

#define GENOME_K 31 /* odd: no k-mer is its own reverse complement */
#define GENOME_MASK ((UINT64_C(1) << 2 * GENOME_K) - 1)
#define GENOME_APART 4096 /* distance in bases of the copies of the repeat in a generated genome */
#define GENOME_REPEAT 300 /* its bases */
#define GENOME_NONE 4     /* no base: N in a file, the edge of a sequence */

struct genome {
  unsigned char *base; /* 0 to 3 for A, C, G, T; GENOME_NONE */
  int64_t bases;
};

/* Base i of a generated genome: random but for copies of one repeat, of which every other is the
 * reverse complement. */
static inline unsigned char genome_made(int64_t i) {
  int64_t copy = i / GENOME_APART, at = i % GENOME_APART;
  if (at >= GENOME_REPEAT)
    return mix((uint64_t)i) >> 62;
  if (copy % 2 == 0)
    return mix(~(uint64_t)at) >> 62;
  return 3 - (mix(~(uint64_t)(GENOME_REPEAT - 1 - at)) >> 62);
}

/* `bases` is 0 if memory is missing. */
static inline struct genome genome_make(int64_t bases) {
  struct genome g = {malloc((size_t)bases), bases};
  if (g.base == NULL)
    g.bases = 0;
  for (int64_t i = 0; i < g.bases; i++)
    g.base[i] = genome_made(i);
  return g;
}

static inline unsigned char genome_code(int letter) {
  switch (toupper(letter)) {
  case 'A':
    return 0;
  case 'C':
    return 1;
  case 'G':
    return 2;
  case 'T':
    return 3;
  default:
    return GENOME_NONE;
  }
}

/* The sequences of a FASTA file, with GENOME_NONE between two. `bases` is 0 if it cannot be read or
 * memory is missing. */
static inline struct genome genome_read(const char *path) {
  struct genome g = {NULL, 0};
  FILE *file = fopen(path, "r");
  if (file == NULL)
    return g;
  fseek(file, 0, SEEK_END);
  long size = ftell(file);
  rewind(file);
  g.base = malloc((size_t)size + 1);
  int heading = 0;
  for (int letter; g.base != NULL && (letter = getc(file)) != EOF;)
    if (letter == '>') {
      heading = 1;
      g.base[g.bases++] = GENOME_NONE;
    } else if (letter == '\n')
      heading = 0;
    else if (!heading && isgraph(letter))
      g.base[g.bases++] = genome_code(letter);
  fclose(file);
  return g;
}

static inline unsigned char genome_at(const struct genome *g, int64_t i) {
  return i >= 0 && i < g->bases ? g->base[i] : GENOME_NONE;
}

/* The k-mers that follow and precede one, with the given base. */
static inline uint64_t genome_right(uint64_t kmer, int base) {
  return (kmer << 2 | (uint64_t)base) & GENOME_MASK;
}
static inline uint64_t genome_left(uint64_t kmer, int base) {
  return kmer >> 2 | (uint64_t)base << 2 * (GENOME_K - 1);
}

static inline uint64_t genome_complement(uint64_t kmer) {
  uint64_t reversed = 0;
  kmer = ~kmer;
  for (int i = 0; i < GENOME_K; i++, kmer >>= 2)
    reversed = reversed << 2 | (kmer & 3);
  return reversed;
}

#endif
